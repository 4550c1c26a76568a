internal import NomadFormat

#if Nomadctl
  import Foundation
  import Nomad

  /// A formatter of points in time: in UTC and, for a user at a terminal, also in local time.
  struct Clock {
    /// The user's time zone; nil for UTC only.
    let zone: TimeZone?

    /// Returns a point in time as text, such as `2026-11-21 08:00:00.123 UTC (09:00:00 +01:00)`.
    func text(_ date: Date) -> String {
      let utc = Timestamp(date).text.replacingOccurrences(of: "T", with: " ").dropLast()
      guard let zone else { return "\(utc) UTC" }
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = zone
      formatter.dateFormat = "yyyy-MM-dd HH:mm:ss xxx"
      let local = formatter.string(from: date)
      // Print the local day only if it differs.
      let isSameDay = local.prefix(10) == utc.prefix(10)
      return "\(utc) UTC (\(isSameDay ? local.dropFirst(11) : local[...]))"
    }
  }

  extension Clock {
    /// Creates the clock for output to a console.
    init(for console: Console) {
      zone = isatty(console.handle.fileDescriptor) == 1 ? .current : nil
    }
  }

  extension Duration {
    /// The duration as text, such as `12 ms`, `3.4 s` or `2 min 5 s`.
    var text: String {
      let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
      if milliseconds < 1000 { return "\(milliseconds) ms" }
      if milliseconds < 60_000 { return "\(milliseconds / 1000).\(milliseconds / 100 % 10) s" }
      return "\(milliseconds / 60_000) min \(milliseconds / 1000 % 60) s"
    }

    var milliseconds: Int {
      Int(clamping: components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
  }
#endif

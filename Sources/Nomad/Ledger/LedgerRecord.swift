public import Foundation

/// One record of a ledger: a tribe that ran.
public struct LedgerRecord: Hashable, Sendable {
  /// What the ledger knows the tribe by: see ``TribeRegistry/Entry/key``.
  public let key: String

  /// The type's qualified name at that time, without the module.
  public let name: String

  /// The module that declared the type; empty when it was not known.
  public let module: String

  /// When the tribe finished, to the millisecond, by the device's clock.
  ///
  /// It is for people. Nothing is decided by it, as clocks can be set.
  public let date: Date

  /// How long the tribe ran, to the millisecond.
  public let duration: Duration

  /// The app's version then, as the app wrote it; empty if it had none.
  public let appVersion: String

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - key: What the ledger knows the tribe by: see ``TribeRegistry/Entry/key``.
  ///   - name: The type's qualified name, without the module.
  ///   - module: The module that declares the type; empty when it is not known.
  ///   - date: When the tribe finished. It is kept to the millisecond, in the years 1 to 9999.
  ///   - duration: How long the tribe ran. It is kept to the millisecond; a negative one counts as zero.
  ///   - appVersion: The app's version; empty if it has none.
  public init(
    key: String,
    name: String,
    module: String = "",
    date: Date = Date(),
    duration: Duration = .zero,
    appVersion: String = ""
  ) {
    self.key = key
    self.name = name
    self.module = module
    self.date = Timestamp(date).date
    self.duration = .milliseconds(duration.wholeMilliseconds)
    self.appVersion = appVersion
  }
}

extension LedgerRecord {
  /// The record of a tribe that has just run.
  init(of entry: TribeRegistry.Entry, duration: Duration, appVersion: String?) {
    self.init(
      key: entry.key,
      name: entry.name,
      module: entry.module,
      duration: duration,
      appVersion: appVersion ?? ""
    )
  }
}

extension Duration {
  /// The duration in milliseconds, at least 0 and as many as fit.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // A whole multiple of a second below the limit leaves room for the rest.
    let limit = Int64.max / 1000 - 1
    return min(seconds, limit) * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

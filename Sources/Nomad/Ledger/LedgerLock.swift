private import Foundation

/// The lock of a ledger while it is held.
///
/// Its file says by whom, for those who wait in vain, and how far the ledger was acknowledged: so one that was cut
/// at the end of a record, or removed, is not taken for one that never went further.
///
/// ```
/// nomad-lock 1
/// acknowledged 12 3f0a99c4
/// held by process 4711 (Caravan) since 2026-11-21T08:00:00.123Z
/// ```
///
/// The file is never synced. After a loss of power it may say less than was acknowledged, or nothing, which only takes
/// this protection away; it never says more.
struct LedgerLock: Sendable {
  let descriptor: FileOperations.Descriptor

  /// The sequence number of the last record that was acknowledged to anybody; 0 if that is not known.
  let acknowledged: Int

  private let files: any FileOperations
  private let holder: String

  /// Takes note of a lock that was just taken, and notes in its file who has it.
  init(_ descriptor: FileOperations.Descriptor, _ files: any FileOperations) throws(SystemError) {
    self.descriptor = descriptor
    self.files = files
    acknowledged = Note(try files.readToEnd(descriptor, expecting: 0)).acknowledged
    let process = ProcessInfo.processInfo
    holder = "process \(process.processIdentifier) (\(process.processName)) since \(Timestamp(Date()).text)"
    acknowledge(acknowledged)
  }

  /// Notes that the ledger was acknowledged up to a record.
  ///
  /// Where that cannot be noted, nothing else changes.
  func acknowledge(_ sequence: Int) {
    try? files.truncate(descriptor, to: 0)
    try? files.writeAll(Note(acknowledged: sequence, holder: holder).bytes, to: descriptor)
  }

  /// What the file of a lock says.
  struct Note {
    var acknowledged: Int
    var holder: String?

    init(acknowledged: Int, holder: String?) {
      self.acknowledged = acknowledged
      self.holder = holder
    }

    /// Reads a note; what is not one says nothing.
    init(_ bytes: [UInt8]) {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      guard lines.first == Self.header else {
        self.init(acknowledged: 0, holder: nil)
        return
      }
      let number = lines.dropFirst().first.flatMap { line -> Int? in
        let words = line.split(separator: " ")
        guard words.count == 3, let number = Int(words[1]), line == Self.line(number) else { return nil }
        return number
      }
      let holder = lines.last { $0.hasPrefix(Self.held) }.map { String($0.dropFirst(Self.held.count)) }
      self.init(acknowledged: number ?? 0, holder: holder)
    }

    var bytes: [UInt8] {
      Array("\(Self.header)\n\(Self.line(acknowledged))\n\(Self.held)\(holder ?? "nobody")\n".utf8)
    }

    private static let header = "nomad-lock 1"
    private static let held = "held by "

    private static func line(_ number: Int) -> String {
      let text = "acknowledged \(number)"
      return "\(text) \(String(CRC32C.checksum(of: Array(text.utf8)), radix: 16))"
    }
  }
}

private import Foundation

/// The lock of a ledger while it is held.
///
/// Its file says by whom, for those who wait in vain, and how far the ledger was acknowledged: so one that was cut
/// at the end of a record, or removed, is not taken for one that never went further.
///
/// ```
/// nomad-lock 1
/// acknowledged 0000000000000000012 3f0a99c4
/// held by process 4711 (Caravan) since 2026-11-21T08:00:00.123Z
/// ```
///
/// The file is not synced when the number grows. After a loss of power it may say less than was acknowledged, or
/// nothing, which only takes this protection away; it never says more.
package struct LedgerLock: Sendable {
  let descriptor: FileOperations.Descriptor

  /// The ledger, open for appending and locked as well, or why it is not open, as where there is none.
  let ledger: Result<FileOperations.Descriptor, SystemError>

  /// The sequence number of the last record that was acknowledged to anybody; 0 if that is not known.
  let acknowledged: Int

  /// What tells the lock from all others.
  let name: String

  private let files: any FileOperations

  /// Takes note of a lock that was just taken, and notes in its file who has it.
  init(
    _ descriptor: FileOperations.Descriptor,
    of ledger: Result<FileOperations.Descriptor, SystemError>,
    _ files: any FileOperations
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.ledger = ledger
    self.files = files
    name = try Self.name(of: descriptor, files)
    let old = try files.readStart(of: descriptor, LedgerLock.Note.limit)
    if let refusal = Note.refusal(of: old) { throw refusal }
    acknowledged = Note(old).acknowledged
    let process = ProcessInfo.processInfo
    let holder = "process \(process.processIdentifier) (\(process.processName)) since \(Timestamp(Date()).text)"
    let note = Note(acknowledged: acknowledged, holder: holder).bytes
    // Where that cannot be noted, nothing else changes.
    try? files.overwrite(descriptor, with: note)
    if old.count > note.count { try? files.truncate(descriptor, to: note.count) }
  }

  /// What tells a lock from all others, whatever the path to its file is.
  static func name(of descriptor: FileOperations.Descriptor, _ files: any FileOperations) throws(SystemError) -> String
  {
    let identity = try files.status(of: descriptor).identity
    return "lock \(identity.number) of device \(identity.device)"
  }

  /// Notes that the ledger was acknowledged up to a line, in place of what was noted before.
  ///
  /// Where that cannot be noted, nothing else changes.
  func acknowledge(_ sequence: Int) {
    try? files.overwrite(descriptor, with: Note(acknowledged: sequence, holder: nil).bytes)
  }

  /// Notes durably how far the ledger was acknowledged; 0 for not at all.
  func keep(acknowledged: Int) throws(SystemError) {
    try files.overwrite(descriptor, with: Note(acknowledged: acknowledged, holder: nil).bytes)
    try sync()
  }

  /// Makes durable what the file of the lock says.
  func sync() throws(SystemError) { try files.sync(descriptor, .everything) }

  /// What the file of a lock says.
  package struct Note {
    /// The most bytes of a note.
    static let limit = 4_096

    package var acknowledged: Int
    package var holder: String?

    init(acknowledged: Int, holder: String?) {
      self.acknowledged = acknowledged
      self.holder = holder
    }

    /// Reads a note; what is not one says nothing.
    package init(_ bytes: [UInt8]) {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      guard lines.count > 1, lines[0] == Self.header,
        let digits = lines[1].split(separator: " ").dropFirst().first, let number = Int(digits),
        number >= 0, number < LedgerFormat.lastSequence, lines[1] == Self.line(number)
      else {
        self.init(acknowledged: 0, holder: nil)
        return
      }
      let holder = lines.dropFirst(2).first.flatMap { line in
        line.hasPrefix(Self.held) ? String(line.dropFirst(Self.held.count)) : nil
      }
      self.init(acknowledged: number, holder: holder)
    }

    /// Why a file must not be taken for that of a lock, which is written over; nil if it may.
    ///
    /// What a loss of power leaves may be anything, but it is not the text of somebody else.
    package static func refusal(of bytes: [UInt8]) -> SystemError? {
      let text = String(decoding: bytes, as: UTF8.self)
      let isText = text.unicodeScalars.allSatisfy { scalar in
        scalar.value >= 0x20 && scalar != "\u{FFFD}" || "\t\r\n".unicodeScalars.contains(scalar)
      }
      guard isText, !text.isEmpty else { return nil }
      let first = text.prefix { $0 != "\n" }
      if first.hasPrefix("nomad-lock "), let version = Int(first.dropFirst(11)), version > 1 { return .newerLock }
      // It may also be the beginning of a note, for which there was no room.
      let isNote = header.hasPrefix(text) || ["nomad-lock", "acknowledged ", held].contains(where: text.contains)
      return isNote ? nil : .notALock
    }

    /// Without a holder, that part is left as it is in the file.
    var bytes: [UInt8] {
      Array("\(Self.header)\n\(Self.line(acknowledged))\n\(holder.map { "\(Self.held)\($0)\n" } ?? "")".utf8)
    }

    private static let header = "nomad-lock 1"
    private static let held = "held by "

    /// Has the same length for every number, so that one can be written over another.
    private static func line(_ number: Int) -> String {
      let digits = String(number)
      let text = "acknowledged " + String(repeating: "0", count: 19 - digits.utf8.count) + digits
      let checksum = String(CRC32C.checksum(of: Array(text.utf8)), radix: 16)
      return text + " " + String(repeating: "0", count: 8 - checksum.utf8.count) + checksum
    }
  }
}

private import Foundation
internal import NomadChecksums

/// The lock of a ledger while it is held.
///
/// Its file names the holder, for those who wait in vain, and counts the lines of the ledger that were acknowledged. So a
/// ledger that was cut at the end of a record, or removed, is not taken for one that never went further.
///
/// ```
/// nomad-lock 1
/// acknowledged 0000000000000000012 00000000000012906112 00000000000012906117 6be4df89
/// held by process 4711 (Caravan) since 2026-11-21T08:00:00.123Z
/// ```
///
/// Behind the count are the numbers that the file system gave the lock's file and the ledger. The count is binding only
/// while both are still these files: those that a backup or a transfer to another device wrote have other numbers.
///
/// The file is not synced when the count grows. After a loss of power it may say less than was acknowledged, or
/// nothing, or name a ledger that was replaced. That only takes this protection away; it never says more.
package struct LedgerLock: Sendable {
  let descriptor: FileOperations.Descriptor

  /// The ledger, open for appending and locked as well, or why it is not open, as where there is none.
  let ledger: Result<FileOperations.Descriptor, SystemError>

  /// The sequence number of the last record that was acknowledged to anybody; 0 if that is not known.
  let acknowledged: Int

  /// The number of the ledger's file; nil if there is none.
  let ledgerNumber: UInt64?

  /// What tells the lock from all others.
  let name: String

  private let files: any FileOperations
  /// The number of the lock's file.
  private let number: UInt64

  /// Takes note of a lock that was just taken, and notes in its file who has it.
  init(
    _ descriptor: FileOperations.Descriptor,
    of ledger: Result<FileOperations.Descriptor, SystemError>,
    numbered ledgerNumber: UInt64?,
    _ files: any FileOperations
  ) throws(SystemError) {
    (self.descriptor, self.ledger, self.ledgerNumber, self.files) = (descriptor, ledger, ledgerNumber, files)
    let identity = try files.status(of: descriptor).identity
    (name, number) = (Self.name(of: identity), identity.number)
    let old = try files.readStart(of: descriptor, LedgerLock.Note.limit)
    if let refusal = Note.refusal(of: old) { throw refusal }
    acknowledged = Note(old).acknowledged(by: number, ledgerNumber)
    let process = ProcessInfo.processInfo
    let holder = "process \(process.processIdentifier) (\(process.processName)) since \(Timestamp(Date()).text)"
    let note = Note(acknowledged: acknowledged, numbers: (number, ledgerNumber ?? 0), holder: holder).bytes
    // Where that cannot be noted, nothing else changes.
    try? files.overwrite(descriptor, with: note)
    if old.count > note.count { try? files.truncate(descriptor, to: note.count) }
  }

  /// What tells a lock from all others, whatever the path to its file is.
  static func name(of descriptor: FileOperations.Descriptor, _ files: any FileOperations) throws(SystemError) -> String
  {
    name(of: try files.status(of: descriptor).identity)
  }

  private static func name(of identity: FileIdentity) -> String {
    "lock \(identity.number) of device \(identity.device)"
  }

  /// Notes that the ledger of a number was acknowledged up to a line, in place of what was noted before.
  ///
  /// Where that cannot be noted, nothing else changes.
  func acknowledge(_ sequence: Int, in ledgerNumber: UInt64?) {
    let note = Note(acknowledged: sequence, numbers: (number, ledgerNumber ?? 0), holder: nil)
    try? files.overwrite(descriptor, with: note.bytes)
  }

  /// Notes durably how far the ledger was acknowledged that was there when the lock was taken; 0 for not at all.
  func keep(acknowledged: Int) throws(SystemError) {
    let note = Note(acknowledged: acknowledged, numbers: (number, ledgerNumber ?? 0), holder: nil)
    try files.overwrite(descriptor, with: note.bytes)
    try sync()
  }

  /// Makes durable what the file of the lock says.
  func sync() throws(SystemError) { try files.sync(descriptor, .everything) }

  /// What the file of a lock says.
  package struct Note {
    /// The most bytes of a note.
    static let limit = 4_096

    package var acknowledged: Int
    /// The numbers of the lock's file and of the ledger of which the note is; nil if it does not say.
    package var numbers: (lock: UInt64, ledger: UInt64)?
    package var holder: String?

    init(acknowledged: Int, numbers: (lock: UInt64, ledger: UInt64)? = nil, holder: String?) {
      (self.acknowledged, self.numbers, self.holder) = (acknowledged, numbers, holder)
    }

    /// Reads a note; what is not one says nothing.
    package init(_ bytes: [UInt8]) {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      self.init(acknowledged: 0, holder: nil)
      guard lines.count > 1, lines[0] == Self.header else { return }
      let words = lines[1].split(separator: " ")
      guard words.count == 3 || words.count == 5, let count = Int(words[1]), count >= 0,
        count < LedgerFormat.lastSequence
      else { return }
      (acknowledged, numbers) = (count, nil)
      if words.count == 5, let lock = UInt64(words[2]), let ledger = UInt64(words[3]) { numbers = (lock, ledger) }
      guard line == lines[1] else {
        (acknowledged, numbers) = (0, nil)
        return
      }
      guard lines.count > 2, lines[2].hasPrefix(Self.held) else { return }
      holder = String(lines[2].dropFirst(Self.held.count))
    }

    /// How many lines were acknowledged, if the note is of these files; 0 if one of them is a copy.
    ///
    /// Without a ledger, the lock's file alone tells.
    package func acknowledged(by lockNumber: UInt64?, _ ledgerNumber: UInt64?) -> Int {
      guard let numbers else { return acknowledged }
      let isOriginal = numbers.lock == lockNumber && (ledgerNumber == nil || numbers.ledger == ledgerNumber)
      return isOriginal ? acknowledged : 0
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
      Array("\(Self.header)\n\(line)\n\(holder.map { "\(Self.held)\($0)\n" } ?? "")".utf8)
    }

    private static let header = "nomad-lock 1"
    private static let held = "held by "

    /// Has the same length for all numbers, so that one line can be written over another.
    private var line: String {
      var text = "acknowledged \(Self.padded("\(acknowledged)", to: 19))"
      if let (lock, ledger) = numbers {
        text += " \(Self.padded("\(lock)", to: 20)) \(Self.padded("\(ledger)", to: 20))"
      }
      return text + " " + Self.padded(String(CRC32C.checksum(of: Array(text.utf8)), radix: 16), to: 8)
    }

    private static func padded(_ digits: String, to length: Int) -> String {
      String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
    }
  }
}

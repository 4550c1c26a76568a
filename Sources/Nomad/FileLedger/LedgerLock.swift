private import Foundation
package import NomadFiles
internal import NomadFormat

/// The ledger lock while it is held.
///
/// Its file names the holder, for runs that time out, and counts the acknowledged records of the ledger. The count shows
/// whether a ledger was cut at the end of a record, or removed.
///
/// ```
/// nomad-lock 1
/// acknowledged 0000000000000000012 00000000000012906112 00000000000012906117 6be4df89
/// held by process 4711 (Caravan) since 2026-11-21T08:00:00.123Z
/// ```
///
/// The numbers after the count are the file numbers of the lock's file and of the ledger. The count is binding only
/// while both files have these numbers. Files from a backup or a transfer to another device have different ones.
///
/// The file is not synced when the count grows. After a loss of power, the count may be too low, missing, or that of a
/// replaced ledger, but never too high. Only this protection is then lost.
package final class LedgerLock: Sendable {
  let descriptor: FileOperations.Descriptor

  /// The ledger, open for appending and also locked, or the reason why it is not open, such as a missing file.
  let ledger: Result<FileOperations.Descriptor, SystemError>

  /// The sequence number of the last acknowledged record; 0 if unknown.
  package let acknowledged: Int

  /// The number of the ledger's file; nil if there is none.
  let ledgerNumber: UInt64?

  /// The unique name of the lock.
  package let name: String

  private let files: any FileOperations
  /// The number of the lock's file.
  private let number: UInt64

  /// Creates the value for a lock that was just taken, and writes the holder to the lock's file.
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
    // Best effort: the lock works without the note.
    try? files.overwrite(descriptor, with: note)
    if old.count > note.count { try? files.truncate(descriptor, to: note.count) }
  }

  /// Returns the unique name of a lock, independent of the path to its file.
  static func name(of descriptor: FileOperations.Descriptor, _ files: any FileOperations) throws(SystemError) -> String
  {
    name(of: try files.status(of: descriptor).identity)
  }

  private static func name(of identity: FileIdentity) -> String {
    "lock \(identity.number) of device \(identity.device)"
  }

  /// Writes that the ledger with this file number is acknowledged up to a line, over the previous note.
  ///
  /// Best effort: the lock works without the note.
  package func acknowledge(_ sequence: Int, in ledgerNumber: UInt64?) {
    let note = Note(acknowledged: sequence, numbers: (number, ledgerNumber ?? 0), holder: nil)
    try? files.overwrite(descriptor, with: note.bytes)
  }

  /// Durably writes how far the ledger that existed when the lock was taken is acknowledged; 0 for not at all.
  package func keep(acknowledged: Int) throws(SystemError) {
    let note = Note(acknowledged: acknowledged, numbers: (number, ledgerNumber ?? 0), holder: nil)
    try files.overwrite(descriptor, with: note.bytes)
    try sync()
  }

  /// Closes the ledger and the lock's file, which releases both.
  package func release() {
    if case .success(let ledger) = ledger { files.close(ledger) }
    files.close(descriptor)
  }

  /// Makes the content of the lock's file durable.
  func sync() throws(SystemError) { try files.sync(descriptor, .everything) }

  /// The content of the lock's file.
  package struct Note {
    /// The maximum length of a note in bytes.
    static let limit = 4_096

    package var acknowledged: Int
    /// The file numbers of the lock's file and of the ledger that the note is about.
    package var numbers: (lock: UInt64, ledger: UInt64)
    package var holder: String?

    init(acknowledged: Int, numbers: (lock: UInt64, ledger: UInt64), holder: String?) {
      (self.acknowledged, self.numbers, self.holder) = (acknowledged, numbers, holder)
    }

    /// Reads a note.
    ///
    /// Bytes that are not a note give an empty one.
    package init(_ bytes: [UInt8]) {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      self.init(acknowledged: 0, numbers: (0, 0), holder: nil)
      guard lines.count > 1, lines[0] == Self.header else { return }
      let words = lines[1].split(separator: " ")
      guard words.count == 5, let number = LedgerFormat.number(words[1]), let count = Int(exactly: number),
        count < LedgerFormat.lastSequence, let lock = LedgerFormat.number(words[2]),
        let ledger = LedgerFormat.number(words[3]), LedgerFormat.acknowledgement(of: count, (lock, ledger)) == lines[1]
      else { return }
      (acknowledged, numbers) = (count, (lock, ledger))
      guard lines.count > 2, lines[2].hasPrefix(Self.held) else { return }
      holder = String(lines[2].dropFirst(Self.held.count))
    }

    /// Returns the number of acknowledged records if the note is about these files; 0 if one of them is a copy.
    ///
    /// Without a ledger, only the lock's file is compared.
    package func acknowledged(by lockNumber: UInt64?, _ ledgerNumber: UInt64?) -> Int {
      let isOriginal = numbers.lock == lockNumber && (ledgerNumber == nil || numbers.ledger == ledgerNumber)
      return isOriginal ? acknowledged : 0
    }

    /// Returns the reason why a file must not be used, and so overwritten, as the lock's file; nil if it may.
    ///
    /// After a loss of power the file may contain anything, except for text of another program.
    static func refusal(of bytes: [UInt8]) -> SystemError? {
      let text = String(decoding: bytes, as: UTF8.self)
      let isText = text.unicodeScalars.allSatisfy { scalar in
        scalar.value >= 0x20 && scalar != "\u{FFFD}" || "\t\r\n".unicodeScalars.contains(scalar)
      }
      guard isText, !text.isEmpty else { return nil }
      let first = text.prefix { $0 != "\n" }
      if first.hasPrefix("nomad-lock "), let version = LedgerFormat.number(first.dropFirst(11)), version > 1 {
        return .newerLock
      }
      // The file may also hold the beginning of a note for which there was no room.
      let isNote = header.hasPrefix(text) || ["nomad-lock", "acknowledged ", held].contains(where: text.contains)
      return isNote ? nil : .notALock
    }

    /// The bytes of the note.
    ///
    /// Without a holder, they leave that part of the file as it is.
    var bytes: [UInt8] {
      Array("\(Self.header)\n\(line)\n\(holder.map { "\(Self.held)\($0)\n" } ?? "")".utf8)
    }

    private static let header = "nomad-lock 1"
    private static let held = "held by "

    /// The second line.
    private var line: String { LedgerFormat.acknowledgement(of: acknowledged, numbers) }
  }
}

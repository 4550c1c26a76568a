import Foundation

/// What a victim is told to do, in words such as `dies=Tribe_9`.
struct VictimOptions: Sendable {
  /// Where the ledger is.
  let folder: URL
  /// Where the journals are; nil for the standard output, which no limit and no full disk reaches.
  private(set) var journals: URL?
  /// The tribe that kills the process, when it has saved how far it came.
  private(set) var dies = ""
  /// How many records that tribe adds before, as a long attempt would.
  private(set) var checkpoints = 0
  /// The tribe that fills the disk and then fails.
  private(set) var fills = ""
  /// How many bytes each tribe saves in addition.
  private(set) var padding = 0
  /// The file that says what time it is, into which each tribe writes another time.
  private(set) var clock: URL?
  /// Whether the system can suspend the process: see `ExpiryThread`.
  private(set) var expires = false

  init(_ arguments: some Sequence<String>) {
    var arguments = arguments.makeIterator()
    guard let folder = arguments.next() else { exit(6) }
    self.folder = URL(fileURLWithPath: folder)
    journals = self.folder
    while let word = arguments.next() {
      let (name, value) = (word.prefix { $0 != "=" }, String(word.drop { $0 != "=" }.dropFirst()))
      switch (name, Int(value)) {
      case ("journals", _): journals = value == "-" ? nil : URL(fileURLWithPath: value)
      case ("dies", _): dies = value
      case ("expires", _): expires = true
      case ("fills", _): fills = value
      case ("clock", _): clock = URL(fileURLWithPath: value)
      case ("checkpoints", let number?): checkpoints = number
      case ("padding", let number?): padding = number
      default: exit(6)
      }
    }
  }
}

import Foundation

/// The options of a victim, in words such as `dies=Tribe_9`.
struct VictimOptions: Sendable {
  /// The folder of the ledger.
  let folder: URL
  /// The folder of the journals; nil for standard output, which file limits and full disks do not affect.
  private(set) var journals: URL?
  /// The tribe that kills the process after it has saved its progress.
  private(set) var dies = ""
  /// The number of records that this tribe adds first, as a long attempt would.
  private(set) var checkpoints = 0
  /// The number of tribes.
  private(set) var tribes = 10
  /// Whether one tribe merges all of them.
  private(set) var merges = false
  /// The tribe that fills the disk and then fails.
  private(set) var fills = ""
  /// The number of additional bytes that each tribe saves.
  private(set) var padding = 0
  /// The file that sets the time.
  ///
  /// Each tribe writes another time to it.
  private(set) var clock: URL?
  /// The source of the derived data that a last tribe makes; nil for no such tribe.
  private(set) var source: Int?
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
      case ("merges", _): merges = true
      case ("tribes", let number?): tribes = number
      case ("clock", _): clock = URL(fileURLWithPath: value)
      case ("checkpoints", let number?): checkpoints = number
      case ("padding", let number?): padding = number
      case ("source", let number?): source = number
      default: exit(6)
      }
    }
  }
}

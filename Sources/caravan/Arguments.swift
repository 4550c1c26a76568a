import Nomad

/// The arguments of the command line.
struct Arguments {
  var data: String?
  /// The accident that is to happen in the middle of a tribe.
  var accident: Accident?
  var wantsHelp = false

  static let help = """
    Usage: caravan [--data DIR] [--fail-at VERSION | --kill-at VERSION]

    Plants the data of an old release, migrates it, and starts again to show that nothing is left to do.

      --data DIR         keep the data in DIR; a new temporary folder by default
      --fail-at VERSION  let the tribe at VERSION fail halfway, such as 2.0.0, and then start again
      --kill-at VERSION  kill the process halfway through that tribe; start it again with the same DIR
                         (one of the two, and once)
      --help             show this
    """

  /// Reads the arguments that follow the program's name.
  init(_ arguments: some Sequence<String>, registry: TribeRegistry) throws(UsageError) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h":
        wantsHelp = true
      case "--data":
        guard let path = rest.next(), !path.isEmpty else { throw UsageError("--data needs a folder") }
        data = path
      case "--fail-at", "--kill-at":
        guard let text = rest.next() else { throw UsageError("\(argument) needs a version") }
        // The demo shows the restart after one accident only.
        guard accident == nil else { throw UsageError("one of --fail-at and --kill-at can be given, and once") }
        let versions = registry.entries.compactMap(\.version)
        guard let version = try? TribeVersion(app: text), versions.contains(version) else {
          let known = versions.map(\.description).joined(separator: ", ")
          throw UsageError("no tribe has version \(text.debugDescription); the versions are \(known)")
        }
        accident = Accident(version: version, isDeadly: argument == "--kill-at")
      default:
        throw UsageError("unknown argument \(argument.debugDescription)")
      }
    }
  }
}

/// An error for invalid arguments.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ message: String) {
    description = "\(message); see caravan --help"
  }
}

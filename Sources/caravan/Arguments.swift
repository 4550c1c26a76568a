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
      case "--fail-at":
        try plan(.failure, at: rest.next(), for: argument, in: registry)
      case "--kill-at":
        try plan(.death, at: rest.next(), for: argument, in: registry)
      default:
        throw UsageError("unknown argument \(argument.debugDescription)")
      }
    }
  }

  private mutating func plan(
    _ kind: Accident.Kind,
    at version: String?,
    for option: String,
    in registry: TribeRegistry
  ) throws(UsageError) {
    guard let version else { throw UsageError("\(option) needs a version") }
    // The demo shows the restart after one accident only.
    guard accident == nil else { throw UsageError("one of --fail-at and --kill-at can be given, and once") }
    accident = Accident(kind: kind, order: try Self.order(of: version, in: registry))
  }

  private static func order(of text: String, in registry: TribeRegistry) throws(UsageError) -> TribeTarget.Position {
    let orders = [TribeTarget.literal(text), .dotted(text)].compactMap { try? $0.position() }
    if let entry = registry.entries.first(where: { orders.contains($0.position) }) { return entry.position }
    let versions = registry.entries.compactMap { entry in
      switch entry.target {
      case .literal(let version), .dotted(let version): version
      case .first, .once, .whenChanged, .always: nil
      }
    }
    let known = versions.joined(separator: ", ")
    throw UsageError("no tribe has version \(text.debugDescription); the versions are \(known)")
  }
}

/// An error for invalid arguments.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ message: String) {
    description = "\(message); see caravan --help"
  }
}

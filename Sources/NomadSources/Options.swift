/// The options and the paths of a command line.
package struct Options {
  /// The options that were given, in order, each with its value; that of an option that takes none is empty.
  package let given: [(name: String, value: String)]
  /// Whether help was requested.
  ///
  /// If so, the arguments after that are not read.
  package let isForHelp: Bool
  /// All other arguments.
  package let paths: [String]

  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the tool's name.
  ///   - names: The options that take a value, with their dashes.
  ///   - repeatable: Those among them that may be given more than once.
  ///   - flags: The options that take none.
  /// - Throws: ``Failure`` if an option is unknown, is given twice, or lacks its value.
  package init(
    _ arguments: some Sequence<String>,
    names: [String],
    repeatable: [String] = [],
    flags: [String] = []
  ) throws(Failure) {
    var given: [(name: String, value: String)] = []
    var paths: [String] = []
    var rest = Array(arguments)[...]
    var (isEndOfOptions, isForHelp) = (false, false)
    while !isForHelp, let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-", !isEndOfOptions else {
        paths.append(argument)
        continue
      }
      switch argument {
      case "--": isEndOfOptions = true
      case "--help", "-h": isForHelp = true
      case _ where flags.contains(argument): given.append((argument, ""))
      default:
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard names.contains(parts[0]) else { throw Failure("unknown option '\(argument)'; see --help") }
        guard repeatable.contains(parts[0]) || !given.contains(where: { $0.name == parts[0] }) else {
          throw Failure("option '\(parts[0])' is given twice")
        }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
          throw Failure("option '\(parts[0])' needs a value; see --help")
        }
        given.append((parts[0], value))
      }
    }
    (self.given, self.paths, self.isForHelp) = (given, paths, isForHelp)
  }

  /// The value of an option; nil if it was not given.
  package subscript(_ name: String) -> String? { given.first { $0.name == name }?.value }
}

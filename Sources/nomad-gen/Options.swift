import NomadCheck
import NomadGenCore

/// The options and the paths of a command line.
struct Options {
  /// The values of the options, by their names.
  private let values: [String: String]
  /// The options without a value that were given.
  let flags: Set<String>
  /// Whether help was requested.
  ///
  /// If so, the arguments after that are not read.
  let isForHelp: Bool
  /// All other arguments.
  let paths: [String]

  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the tool's name.
  ///   - names: The options that take a value, with their dashes.
  ///   - flags: The options that take none.
  /// - Throws: ``Failure`` if an option is unknown, is given twice, or lacks its value.
  init(_ arguments: some Sequence<String>, names: [String], flags: [String]) throws(Failure) {
    var values: [String: String] = [:]
    var found: Set<String> = []
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
      case _ where flags.contains(argument): found.insert(argument)
      default:
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard names.contains(parts[0]) else { throw Failure("unknown option '\(argument)'; see --help") }
        guard values[parts[0]] == nil else { throw Failure("option '\(parts[0])' is given twice") }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
          throw Failure("option '\(parts[0])' needs a value; see --help")
        }
        values[parts[0]] = value
      }
    }
    (self.values, self.flags, self.paths, self.isForHelp) = (values, found, paths, isForHelp)
  }

  /// The value of an option; nil if it was not given.
  subscript(_ name: String) -> String? { values[name] }
}

import NomadGenCore
import NomadSources

/// The command line.
struct Arguments {
  struct Check {
    var format = ReportFormat.text
    var module: String?
    var protocolName = "Tribe"
    var paths: [String] = []
  }

  struct Generate {
    var output: String
    var module: String
    var protocolName: String
    var fileList: String?
    var dependencyList: String?
    var paths: [String]
  }

  enum Mode {
    case help
    case check(Check)
    case generate(Generate)
  }

  let mode: Mode

  static let usage = """
    USAGE: nomad-gen --check [--format text|json|github|sarif] [--module NAME] [--protocol NAME] [PATH…]
           nomad-gen --output FILE --module NAME [--protocol NAME] [--file-list FILE]
                     [--dependency-list FILE] [PATH…]

    Finds the types that conform to Tribe, reports what is wrong with them and, with --output, writes their registry.

      PATH              a Swift file, or a folder to search for them; none means every folder in ./Sources, each
                        one a module, and every target to which Package.swift gives a 'path:'
      --check           report, write nothing; with a Tribes.lock in the current folder, which 'nomadctl lock' writes,
                        also what is wrong given what has shipped
      --format FORMAT   how to report: text (the default), json, github or sarif
      --output FILE     write the registry to FILE, if it differs from what is there
      --module NAME     the name of the module that the sources belong to
      --protocol NAME   the protocol to discover (default: Tribe)
      --file-list FILE  read further paths from FILE, separated by NULs or, if it holds none, by newlines
      --dependency-list FILE
                        read from FILE, in the same form, the sources of modules that this one depends on; '@NAME'
                        stands before those of module NAME. What they declare can make a type a tribe
      --help            show this text

    EXIT: 0 clean; 1 at least one error was found, and no registry is written; 2 bad usage or an unreadable input.

    """

  init(_ arguments: some Sequence<String>) throws(Failure) {
    var options: [String: String] = [:]
    var isCheck = false
    var paths: [String] = []
    var rest = Array(arguments)[...]
    var isEndOfOptions = false
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-", !isEndOfOptions else {
        paths.append(argument)
        continue
      }
      switch argument {
      case "--": isEndOfOptions = true
      case "--check": isCheck = true
      case "--help", "-h":
        mode = .help
        return
      default:
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard Self.options.contains(parts[0]) else { throw Failure("unknown option '\(argument)'; see --help") }
        guard options[parts[0]] == nil else { throw Failure("option '\(parts[0])' is given twice") }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
          throw Failure("option '\(parts[0])' needs a value; see --help")
        }
        options[parts[0]] = value
      }
    }
    mode = try isCheck ? Self.check(options, paths) : Self.generate(options, paths)
  }

  private static let options = [
    "--format", "--module", "--protocol", "--output", "--file-list", "--dependency-list",
  ]

  private static func check(_ options: [String: String], _ paths: [String]) throws(Failure) -> Mode {
    for option in ["--output", "--file-list", "--dependency-list"] where options[option] != nil {
      throw Failure("option '\(option)' does not go with --check; see --help")
    }
    var check = Check(module: options["--module"], paths: paths)
    if let name = options["--format"] {
      guard let format = ReportFormat(rawValue: name) else {
        let known = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure("unknown format '\(name)'; it can be one of \(known)")
      }
      check.format = format
    }
    if let name = options["--protocol"] { check.protocolName = name }
    return .check(check)
  }

  private static func generate(_ options: [String: String], _ paths: [String]) throws(Failure) -> Mode {
    guard let output = options["--output"] else {
      throw Failure("either --check or --output FILE is needed; see --help")
    }
    guard let module = options["--module"] else { throw Failure("--output needs --module NAME; see --help") }
    guard options["--format"] == nil else { throw Failure("option '--format' goes with --check; see --help") }
    guard options["--file-list"] != nil || !paths.isEmpty else {
      throw Failure("--output needs the sources: PATH or --file-list FILE; see --help")
    }
    return .generate(
      Generate(
        output: output,
        module: module,
        protocolName: options["--protocol"] ?? "Tribe",
        fileList: options["--file-list"],
        dependencyList: options["--dependency-list"],
        paths: paths
      )
    )
  }
}

import NomadGenCore

extension Manifest {
  /// A target of the package.
  package struct Target {
    /// The kind of its declaration: `target`, `executableTarget`, `testTarget` and so on.
    package let kind: String
    /// The name; nil if it is computed.
    package private(set) var name: String?
    /// The text of its `path:`; nil if it has none or a computed one.
    package private(set) var path: String?
    /// The paths that its `sources:` lists, in its folder; nil if it compiles all files.
    private(set) var sources: [String]?
    /// The paths in its folder that it does not compile, according to its `exclude:` and `resources:`.
    var excluded: [String] = []
    /// Whether its declaration names the plugin.
    var usesPlugin = false
    /// The arguments that the manifest computes, in its order, and the locations of their values.
    var computed: [(label: String, location: Location)] = []

    init(kind: String) { self.kind = kind }

    /// Whether the target can use the library and the plugin.
    package var canHaveTribes: Bool { kind == "target" || kind == "executableTarget" || usesPlugin }

    /// The folders that may hold the target's own folder, of which SwiftPM takes the first that exists.
    var predefinedFolders: [String] {
      let sources = ["Sources", "Source", "src", "srcs"]
      return kind == "plugin" ? ["Plugins"] : kind == "testTarget" ? ["Tests"] + sources : sources
    }

    /// Sets the value of an argument.
    ///
    /// - Parameters:
    ///   - label: The argument's label.
    ///   - texts: The strings that are its value; nil if the value is computed.
    /// - Returns: Whether the value is known, or does not matter.
    mutating func set(_ label: String, to texts: [String]?) -> Bool {
      switch label {
      case "name": name = texts?.first
      case "path": path = texts?.first
      case "sources": sources = texts
      case "exclude": excluded += texts ?? []
      default: return true
      }
      return texts != nil
    }
  }
}

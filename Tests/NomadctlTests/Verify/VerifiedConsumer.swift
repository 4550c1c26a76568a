#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// A package with tribes in two modules, and the tool to verify it.
  struct VerifiedConsumer {
    /// The name of the package's folder, which has to be quoted and contains letters beyond ASCII.
    static let name = "Größe \'App\'"
    private let folder: Folder
    private static let nomadctl = Tool("nomadctl")
    private static let repository = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Makes a package whose registry matches the compiler's list of tribes.
    ///
    /// - Parameter hasCommand: Whether the package has the command plugin, which needs another package.
    /// - Throws: An error of the file system.
    init(hasCommand: Bool = false) throws {
      folder = try Folder()
      let plugin = try Self.buildMacroPlugin(in: folder)
      try write(
        """
        // swift-tools-version: 6.1
        import PackageDescription

        let nomad = Target.Dependency.product(name: "Nomad", package: "Nomad")
        let package = Package(
          name: "App",
          platforms: [.macOS(.v13)],
          dependencies: [
            .package(
              name: "Nomad",
              path: \(Self.repository.path.debugDescription),
              traits: [\(hasCommand ? #""Nomadctl""# : "")]
            )
          ],
          targets: [
            .target(name: "Strangers"),
            .target(name: "Kit", dependencies: [nomad]),
            .executableTarget(
              name: "App",
              dependencies: ["Kit", "Strangers", nomad],
              swiftSettings: [.unsafeFlags(["-load-plugin-executable", "\(plugin)#MacroPlugin"])],
              plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
            ),
            .target(name: "Plain"),
            .testTarget(name: "AppTests", dependencies: [nomad]),
          ]
        )
        """,
        to: "Package.swift"
      )
      try write("public struct Tree {}\n", to: "Sources/Plain/Tree.swift")
      // A protocol with the same name as Nomad's, but from another library.
      try write(
        """
        public enum TribeTarget: Sendable { case literal(String) }

        public protocol Tribe {
          static var target: TribeTarget { get }
          init()
          func migrate() async throws
        }
        """,
        to: "Sources/Strangers/Tribe.swift"
      )
      try write(
        """
        public import Nomad

        public protocol Step: Tribe {}

        public typealias Migration = Tribe

        // nomad:ignore
        open class Base: Tribe {
          open class var target: TribeTarget { .first }
          public required init() {}
          public func migrate() async throws {}
        }

        public struct Elsewhere {
          public init() {}
          public func migrate() async throws {}
        }
        """,
        to: "Sources/Kit/Kit.swift"
      )
      try write(
        """
        import Kit
        import Nomad

        @main enum App { static func main() async throws { print(try await Nomad(.generated).plan()) } }

        struct Plain: Tribe {
          static let target: TribeTarget = .literal("1.0.0")
          func migrate() async throws {}
        }

        enum Photos {
          struct `switch`: Step {
            static var target: TribeTarget { .dotted("1.1-2") }
            func migrate() async throws {}
          }

          final class Sub: Base {
            override class var target: TribeTarget { .once("a \\"b\\" \\u{e9}") }
          }
        }

        struct InParts {}

        extension InParts: Tribe { func migrate() async throws {} }

        extension Elsewhere: Tribe { public static var target: TribeTarget { .always } }

        struct Aliased: Migration {
          static let target: TribeTarget = .literal("2.1.0")
          func migrate() async throws {}
        }

        enum Release { static let photos = "2.0.0" }

        struct Constant: Tribe {
          static let target: TribeTarget = .literal(Release.photos)
          func migrate() async throws {}
        }

        #if os(Windows)
          struct Branch: Tribe {
            static let target: TribeTarget = .literal("3.0.0")
            func migrate() async throws {}
          }
        #else
          struct Branch: Tribe {
            static let target: TribeTarget = .literal("3.1.0")
            func migrate() async throws {}
          }
        #endif
        """,
        to: "Sources/App/App.swift"
      )
      try write(
        "import Nomad\n\nextension InParts { static let target: TribeTarget = .literal(\"1.2.0\") }\n",
        to: "Sources/App/Parts.swift"
      )
      try write("import Nomad\n", to: "Tests/AppTests/Tests.swift")
    }

    /// Compiles the plugin that expands `@Nomadic` from the sources in `Tests/Oracle`, and returns its path.
    private static func buildMacroPlugin(in folder: Folder) throws -> String {
      let sources = repository.appendingPathComponent("Tests/Oracle/MacroPlugin")
      let files = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
      let result = try Tool(at: ["/usr/bin/env"]).run(
        ["swiftc", "-swift-version", "6", "-o", folder.path("MacroPlugin")]
          + files.map { sources.appendingPathComponent($0).path },
        in: folder.url,
        within: 600
      )
      try #require(result.code == 0, "\(result.error)")
      return folder.path("MacroPlugin")
    }

    func path(_ name: String) -> String { folder.path(Self.name + "/" + name) }

    func write(_ text: String, to name: String) throws { try folder.write(text, to: Self.name + "/" + name) }

    /// Gives the package's executable a name that differs from its target's.
    func renameProduct(to name: String) throws {
      let manifest = try String(contentsOfFile: path("Package.swift"), encoding: .utf8)
      let dependencies = "dependencies: [\n    .package"
      try #require(manifest.contains(dependencies))
      let products = "products: [.executable(name: \"\(name)\", targets: [\"App\"])],\n  "
      try write(
        manifest.replacingOccurrences(of: dependencies, with: products + dependencies),
        to: "Package.swift"
      )
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// The folder of the package.
    var url: URL { folder.url.appendingPathComponent(Self.name) }

    /// Runs `nomadctl verify` in the package's folder.
    func verify(_ arguments: String...) throws -> Tool.Result {
      try Self.nomadctl.run(["verify"] + arguments, in: url, within: 1_500)
    }

    /// Runs `nomadctl verify` as the command plugin does.
    func verifyThroughPlugin() throws -> Tool.Result {
      try Tool(at: ["/usr/bin/env"]).run(
        ["swift", "package", "--build-system", "native", "--disable-sandbox", "nomad", "verify"],
        in: url,
        within: 2_400
      )
    }

    /// Returns the line of a text in a file, counted from 1.
    func line(of text: String, in name: String) throws -> Int {
      let lines = try #require(folder.text(Self.name + "/" + name)).components(separatedBy: "\n")
      return try #require(lines.firstIndex { $0.contains(text) }) + 1
    }
  }
#endif

import NomadGenCore
package import NomadSources

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A package as SwiftPM describes it: its targets, their files and plugins, and its dependencies by path.
package struct PackageDescription {
  /// A target with a folder of its own.
  package struct Target: Equatable, Sendable {
    /// The name in the manifest.
    package var name: String
    /// The name of its module.
    package var module: String
    /// Its kind in the words of SwiftPM, such as `library`, `executable`, `test` or `plugin`.
    package var kind: String
    /// The path of its folder in the package; empty for the package's own folder.
    package var folder: String
    /// The paths of its Swift files in the package.
    package var files: [String]
    /// The names of the plugins that it uses, in the manifest's order.
    package var plugins: [String]
    /// The names of the targets of the package that it depends on directly.
    package var dependencies: [String] = []
    /// Whether it depends on the library directly.
    package var usesLibrary = false
    /// Whether it depends on a product of another package that is not the library's.
    package var usesOtherProducts = false
    /// The paths in its folder that the manifest excludes.
    package var excluded: [String] = []
    /// The paths in its folder that the manifest copies as they are.
    package var copied: [String] = []
    /// Whether a product of the manifest offers it to other packages.
    package var isOffered: Bool
    /// Whether only tests use it.
    package var isForTests = false

    /// Whether the build generates a registry for it.
    package var usesPlugin: Bool { plugins.contains(Self.plugin) }

    package static let plugin = "NomadPlugin"

    /// Whether the manifest keeps a file from plugins.
    ///
    /// - Parameter path: The file's path in the target's folder.
    /// - Returns: Whether it excludes the file, or copies a folder around it.
    func isUnseen(_ path: String) -> Bool {
      // A plugin sees a file that is copied, but not the files in a folder that is.
      excluded.contains { isInside(path, $0) } || copied.contains { path != $0 && isInside(path, $0) }
    }
  }

  /// The targets, in the manifest's order.
  package private(set) var targets: [Target]
  /// The absolute paths of the packages that it depends on by path.
  package private(set) var packagePaths: [String]
  /// The name by which the manifest knows the library's package; nil if no target uses it with that name.
  package private(set) var libraryPackage: String?

  /// Reads the answers of SwiftPM.
  ///
  /// - Parameters:
  ///   - description: The output of `swift package describe --type json`, which has the resolved files.
  ///   - manifest: The output of `swift package dump-package`, which has the plugins of each target.
  /// - Throws: ``Failure`` if one of them has another form.
  package init(describing description: [UInt8], manifest: [UInt8]) throws(Failure) {
    let described: Described
    let dumped: Dumped
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      described = try decoder.decode(Described.self, from: Data(description))
      dumped = try decoder.decode(Dumped.self, from: Data(manifest))
    } catch {
      throw Failure("the output has an unknown form: \(error)")
    }
    let offered = Set(dumped.products.flatMap(\.targets))
    let tested = described.names(from: described.targets.filter { $0.type == "test" })
    let others = described.names(from: described.targets.filter { $0.type != "test" && !tested.contains($0.name) })
    let shipped = described.targets.filter { $0.type == "executable" || !($0.productMemberships ?? []).isEmpty }
    // If the package ships nothing, another build may ship each target, and a test of it shows nothing.
    let onlyTested = shipped.isEmpty ? [] : tested.subtracting(others).subtracting(shipped.map(\.name))
    targets = dumped.targets.compactMap { manifest in
      guard let target = described.targets.first(where: { $0.name == manifest.name }) else { return nil }
      let folder = SourceTree.components(of: target.path).joined(separator: "/")
      return Target(
        name: target.name,
        module: target.c99name,
        kind: target.type,
        folder: folder,
        files: target.sources.filter { $0.hasSuffix(".swift") }.map { folder.isEmpty ? $0 : "\(folder)/\($0)" },
        plugins: (manifest.pluginUsages ?? []).compactMap { $0.plugin.first.flatMap(\.self) },
        dependencies: target.targetDependencies ?? [],
        usesLibrary: ((target.productDependencies ?? []) + (target.targetDependencies ?? []))
          .contains(where: Library.isKnown),
        // All products of the library begin with its name.
        usesOtherProducts: !(target.productDependencies ?? []).allSatisfy { $0.hasPrefix(Library.core) },
        excluded: (manifest.exclude ?? []).map(Self.normalized),
        copied: (manifest.resources ?? []).filter(\.rule.isCopy).map { Self.normalized($0.path) },
        isOffered: offered.contains(target.name),
        isForTests: target.type == "test" || onlyTested.contains(target.name)
      )
    }
    packagePaths = described.dependencies.compactMap { $0.type == "fileSystem" ? $0.path : nil }
    let plugins = dumped.targets.flatMap { $0.pluginUsages ?? [] }.map(\.plugin)
    let products = dumped.targets.flatMap { $0.dependencies ?? [] }.compactMap(\.product?.names)
    libraryPackage =
      (plugins + products).first { names in
        names.count > 1 && [Target.plugin, Library.core].contains(names[0]) && names[1] != nil
      }?[1]
  }

  /// Returns a path of a manifest without `.` and a slash at its end.
  private static func normalized(_ path: String) -> String { SourceTree.components(of: path).joined(separator: "/") }

  /// Returns the targets of the package that a target depends on, directly or indirectly.
  package func dependencies(of target: Target) -> [Target] {
    let names = target.dependencies.closure { name in targets.filter { $0.name == name }.flatMap(\.dependencies) }
    return names.compactMap { name in targets.first { $0.name == name } }
  }

  /// Whether the package is the library with the plugin itself, in whatever repository.
  package var isLibrary: Bool {
    [Library.core, Target.plugin].allSatisfy { name in targets.contains { $0.name == name } }
  }
}

/// The parts of `swift package describe --type json` that the check reads.
private struct Described: Decodable {
  struct Target: Decodable {
    var name, c99name, type, path: String
    var sources: [String]
    var targetDependencies, productDependencies: [String]?
    /// The products that contain it, directly or because another target depends on it.
    var productMemberships: [String]?
  }

  struct Dependency: Decodable {
    var type: String
    var path: String?
  }

  var targets: [Target]
  var dependencies: [Dependency]

  /// Returns the names of the targets that some targets depend on, directly or through others.
  func names(from users: [Target]) -> Set<String> {
    let dependencies = { (users: [Target]) in users.flatMap { $0.targetDependencies ?? [] } }
    return Set(dependencies(users).closure { name in dependencies(targets.filter { $0.name == name }) })
  }
}

/// The parts of `swift package dump-package` that the check reads.
private struct Dumped: Decodable {
  struct Target: Decodable {
    var name: String
    var pluginUsages: [PluginUsage]?
    var dependencies: [Dependency]?
    var exclude: [String]?
    var resources: [Resource]?
  }

  struct Resource: Decodable {
    var path: String
    var rule: Rule
  }

  struct Rule: Decodable {
    private enum CodingKeys: CodingKey { case copy }

    /// Whether the build copies the file, or a folder with everything in it.
    var isCopy: Bool

    init(from decoder: any Decoder) throws {
      isCopy = try decoder.container(keyedBy: CodingKeys.self).contains(.copy)
    }
  }

  struct PluginUsage: Decodable {
    /// The plugin's name and its package's, which is nil for the same package.
    var plugin: [String?]
  }

  struct Dependency: Decodable {
    /// The product of another package; nil for a target.
    var product: ProductName?
  }

  struct ProductName: Decodable {
    /// The product's name and its package's; other values follow them.
    var names: [String?]

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      names = [try values.decodeIfPresent(String.self), try values.decodeIfPresent(String.self)]
    }
  }

  struct Product: Decodable {
    var targets: [String]
  }

  var targets: [Target]
  var products: [Product]
}

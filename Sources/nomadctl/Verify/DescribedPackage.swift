#if Nomadctl
  /// A package as `swift package describe --type json` describes it.
  struct DescribedPackage: Decodable {
    struct Target: Decodable {
      var name: String
      var c99name: String
      /// The type of target, such as `library`, `executable`, `test` or `plugin`.
      var type: String
      var moduleType: String
      /// The path relative to the package's folder.
      var path: String
      var sources: [String]
      var targetDependencies: [String]?
      var productDependencies: [String]?

      enum CodingKeys: String, CodingKey {
        case name, c99name, type, path, sources
        case moduleType = "module_type"
        case targetDependencies = "target_dependencies"
        case productDependencies = "product_dependencies"
      }
    }

    var path: String
    var targets: [Target]
  }

  extension DescribedPackage {
    /// Returns the targets whose modules may have their own tribes in a build of the package.
    ///
    /// - Parameter hasTests: Whether the build includes test targets.
    /// - Returns: The targets, in the order of the manifest.
    func modules(hasTests: Bool) -> [Target] {
      targets.filter { target in
        target.moduleType == "SwiftTarget" && target.name != Self.library
          && (["library", "executable"].contains(target.type) || hasTests && target.type == "test")
      }
    }

    /// Whether a target depends on Nomad, directly or through other targets of the package.
    func knowsNomad(_ target: Target) -> Bool {
      ([target] + dependencies(of: target)).contains { target in
        let names = (target.productDependencies ?? []) + (target.targetDependencies ?? [])
        return names.contains { $0 == Self.library || $0 == Self.plugin }
      }
    }

    /// Returns the targets of the package that a target depends on, directly or indirectly.
    func dependencies(of target: Target) -> [Target] {
      var (found, names) = ([Target](), target.targetDependencies ?? [])
      while let name = names.popLast() {
        guard let next = targets.first(where: { $0.name == name }), !found.contains(where: { $0.name == name }) else {
          continue
        }
        found.append(next)
        names += next.targetDependencies ?? []
      }
      return found
    }

    private static let library = "Nomad"
    private static let plugin = "NomadPlugin"
  }
#endif

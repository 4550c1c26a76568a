/// The immutable, sorted list of the tribes of one or several modules.
///
/// The build generates one for every target that uses the plugin: `TribeRegistry.generated`.
public struct TribeRegistry: Sendable {
  /// The tribes in migration order: by target, then by the UTF-8 bytes of their name, then by those of their module.
  public let entries: [Entry]

  /// The modules that the tribes belong to, even if one has no tribes now.
  package let modules: Set<String>

  let summary: Summary

  /// Creates one registry from the registries of several modules.
  ///
  /// Making a plan fails if tribes of two modules have the same version or once-id, or if a tribe is listed twice.
  ///
  /// - Parameter registries: The registries, in any order.
  public init(combining registries: [TribeRegistry]) {
    self.init(entries: registries.flatMap(\.entries), of: registries.reduce(into: []) { $0.formUnion($1.modules) })
  }

  /// Creates a registry from tribes that are listed by hand, for a target that cannot use the plugin.
  ///
  /// - Parameter tribes: The tribes, in any order.
  /// - Throws: ``NomadError`` with the code `illegalTarget` and the underlying `TargetError`, for the first tribe
  ///   whose target is illegal.
  public init(_ tribes: [any ListedTribe.Type]) throws(NomadError) {
    var entries: [Entry] = []
    for tribe in tribes {
      entries.append(try Entry(tribe))
    }
    self.init(entries: entries)
  }

  package init(entries: [Entry], of modules: Set<String>? = nil) {
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { !($1 < $0) }
    self.entries = isSorted ? entries : entries.sorted()
    self.modules = modules ?? Set(entries.map(\.module))
    summary = Summary(of: self.entries)
  }

  /// Returns the registry with some of the tribes, such as those that run while the app serves.
  ///
  /// A tribe that is left out does not run. The modules stay those of the whole registry.
  ///
  /// - Parameter isIncluded: Returns whether to keep a tribe.
  /// - Returns: The registry with the tribes that `isIncluded` accepts, in the same order.
  public func filter(_ isIncluded: (Entry) -> Bool) -> TribeRegistry {
    TribeRegistry(entries: entries.filter(isIncluded), of: modules)
  }

  /// Whether the registry has no tribes.
  public var isEmpty: Bool { entries.isEmpty }

  /// The number of tribes.
  public var count: Int { entries.count }
}

extension TribeRegistry {
  /// The registry of a target without the plugin.
  ///
  /// It is unavailable, and the compiler's message tells what to add.
  ///
  /// In a target with the plugin, the generated registry hides this one.
  @available(
    *,
    unavailable,
    message: "add plugins: [.plugin(name: \"NomadPlugin\", package: \"Nomad\")] to this target in Package.swift"
  )
  public static var generated: TribeRegistry { TribeRegistry(entries: []) }
}

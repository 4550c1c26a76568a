/// The immutable, sorted list of a module's tribes.
///
/// The build generates one for every target that uses the plugin: `TribeRegistry.generated`.
public struct TribeRegistry: Sendable {
  /// The tribes in migration order: by target, then by the UTF-8 bytes of their name, then by those of their module.
  public let entries: [Entry]

  /// The modules that the tribes are of, even if one has none now; an empty name if one is not known.
  let modules: Set<String>

  let summary: Summary

  /// Makes a module's registry from what `build` adds.
  ///
  /// This is what generated files call. Entries that come sorted, as theirs do, are not sorted again.
  ///
  /// - Parameters:
  ///   - module: The module that declares the tribes.
  ///   - build: Adds the module's tribes. It runs once, before this initializer returns.
  public init(module: String, _ build: (inout Builder) -> Void) {
    var builder = Builder(module: module)
    build(&builder)
    self.init(entries: builder.entries, of: [module])
  }

  /// Makes one registry of several modules' registries.
  ///
  /// Two modules with a tribe at the same version, or with the same once-id, are reported when a plan is made; so is
  /// a tribe that is there twice.
  ///
  /// - Parameter registries: The registries, in any order.
  public init(combining registries: [TribeRegistry]) {
    self.init(entries: registries.flatMap(\.entries), of: registries.reduce(into: []) { $0.formUnion($1.modules) })
  }

  init(entries: [Entry], of modules: Set<String>? = nil) {
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { !($1 < $0) }
    self.entries = isSorted ? entries : entries.sorted()
    self.modules = modules ?? Set(entries.map(\.module))
    summary = Summary(of: self.entries)
  }

  /// The registry without some of its tribes.
  package func filter(_ isIncluded: (Entry) -> Bool) -> TribeRegistry {
    TribeRegistry(entries: entries.filter(isIncluded), of: modules)
  }

  /// Whether the registry has no tribes.
  public var isEmpty: Bool { entries.isEmpty }

  /// The number of tribes.
  public var count: Int { entries.count }

  /// Takes the result of a `migrate()` that may be neither asynchronous nor throwing.
  ///
  /// Generated files wrap such a call in this one, so that its `try await` is right whatever the witness is.
  ///
  /// - Parameter result: What `migrate()` returned.
  /// - Throws: Never.
  public static func ran(_ result: Void) async throws {}
}

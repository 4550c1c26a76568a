import NomadSyntax
import NomadTargets

/// The emitter, which writes a module's registry as Swift source.
enum RegistryEmitter {
  /// Returns the generated file of a module.
  ///
  /// The tribes are in migration order, and all their targets are legal. The file's imports follow those of the
  /// module's files. Code that uses a deprecated tribe is deprecated as well, because otherwise the compiler warns.
  static func emit(_ tribes: [Tribe], _ checksums: [Symbol: UInt64], of table: SymbolTable) -> String {
    let (module, files) = (table.home, table.files.filter { $0.module == table.home })
    let access = files.compactMap(\.registryAccess).max() ?? .internal
    let scripts = tribes.compactMap(\.script)
    let databases = Set(scripts.map(\.database.module))
    let imports = imports(of: tribes, in: files, databases: databases, registryAccess: access)
    var (calls, functions, runners): ([String], [String], [String]) = ([], [], [])
    for start in stride(from: 0, to: tribes.count, by: tribesPerFunction) {
      let numbers = start..<min(start + tribesPerFunction, tribes.count)
      calls.append("    _add\(calls.count + 1)(&_tribes)")
      functions.append(function(tribes[numbers], checksums, number: calls.count))
      for index in numbers where needsRunner(tribes[index]) {
        runners.append(runner(of: tribes[index], number: index + 1))
      }
    }
    return text(
      module: module,
      imports: imports,
      access: access > .internal ? access.rawValue + " " : "",
      deprecated: tribes.contains(where: \.isDeprecated) ? [deprecated] : [],
      calls: calls,
      functions: functions,
      runners: runners,
      sql: scripts.map(\.declaration)
    )
  }

  private static let deprecated = "  @available(*, deprecated)"

  /// The optimizer's time grows with the square of a function's length, so no function adds more tribes than this.
  private static let tribesPerFunction = 16

  /// Returns a function that adds a few tribes.
  private static func function(_ tribes: ArraySlice<Tribe>, _ checksums: [Symbol: UInt64], number: Int) -> String {
    """

    \(tribes.contains(where: \.isDeprecated) ? deprecated + "\n" : "")\
      static func _add\(number)(_ _tribes: inout _TribeRegistry._Builder) {
    \(tribes.indices.map { entry(tribes[$0], checksums, number: $0 + 1) }.joined(separator: "\n"))
      }
    """
  }

  /// Returns the code that adds one tribe, inside the `#if` and the `#available` that its declaration needs.
  private static func entry(_ tribe: Tribe, _ checksums: [Symbol: UInt64], number: Int) -> String {
    guard case .legal(let target, let order) = tribe.target else { return "" }
    var lines = [
      "_tribes.add(",
      "  \(tribe.name.swiftLiteral),",
      "  \(typeExpression(of: tribe)),",
      "  target: \(target.source),",
      "  position: \(source(order)),",
      "  migrate: { \(needsRunner(tribe) ? "try await \(tribe.spelling)._migrate\(number)()" : call(tribe, as: tribe.spelling)) }",
      ")",
    ]
    if order.isDerived, let checksum = checksums[tribe.symbol] {
      lines.append("_tribes.source(\(TokenDigest.digits(of: checksum).swiftLiteral))")
    }
    func add(_ line: String, in conditions: [Condition]) {
      lines += conditions.isEmpty ? [line] : ["#if \(Condition.all(of: conditions).text)", line, "#endif"]
    }
    for trait in tribe.traits {
      for call in calls(of: trait.value) {
        add("_tribes.\(call)", in: trait.conditions.filter { !tribe.conditions.contains($0) })
      }
    }
    for dependency in tribe.dependencies {
      guard case .written(let type) = dependency.type else { continue }
      add(
        "_tribes.dependency(_TribeDependency<\(type)>.self, as: \(dependency.property.swiftLiteral))",
        in: dependency.conditions
      )
    }
    let guarded = AvailabilityGuard(tribe.availability)
    if let versions = guarded.versions {
      lines = ["if #available(\(versions), *) {"] + lines.map { "  " + $0 } + ["}"]
    }
    return enclosed(lines, tribe, guarded).map { "    " + $0 }.joined(separator: "\n")
  }

  /// Returns code inside the `#if` that the declaration of its tribe needs.
  private static func enclosed(_ lines: [String], _ tribe: Tribe, _ guarded: AvailabilityGuard) -> [String] {
    let conditions = tribe.conditions + guarded.conditions
    return conditions.isEmpty ? lines : ["#if \(Condition.all(of: conditions).text)"] + lines + ["#endif"]
  }

  /// Returns the expression for the type of a tribe.
  private static func typeExpression(of tribe: Tribe) -> String {
    tribe.isInBoundExtension
      ? "_TribeRegistry._type { try await _TribeRegistry._made(\(tribe.spelling)()) }" : "\(tribe.spelling).self"
  }

  // MARK: Isolation

  /// Returns whether a tribe is run by a function of its own type.
  ///
  /// A default `migrate()` is called through the conformance, and the type and its conformance have one isolation.
  /// Which one that is only the compiler knows: it depends on the default of the module, among others.
  private static func needsRunner(_ tribe: Tribe) -> Bool { tribe.mayMigrateByDefault && !tribe.isPromised }

  /// Returns the function of its own type that runs a tribe.
  private static func runner(of tribe: Tribe, number: Int) -> String {
    let guarded = AvailabilityGuard(tribe.availability)
    let head = (tribe.isolation.map { $0 + " " } ?? "") + "fileprivate static func _migrate\(number)() async throws"
    var lines = ["extension \(tribe.spelling) {", "  \(head) { \(call(tribe, as: "Self")) }", "}"]
    if tribe.isDeprecated { lines.insert("@available(*, deprecated)", at: 0) }
    if let versions = guarded.versions { lines.insert("@available(\(versions), *)", at: 0) }
    return "\n" + enclosed(lines, tribe, guarded).joined(separator: "\n")
  }

  /// Returns the calls that give a trait to the tribe added last; none if the trait needs no call.
  private static func calls(of trait: TribeTrait.Value) -> [String] {
    switch trait {
    case .deferred: ["deferred()"]
    case .readableSince(let version): ["readable(since: \(version.swiftLiteral))"]
    case .requires(let names):
      names.isEmpty ? [] : ["requires([\(names.map(\.swiftLiteral).joined(separator: ", "))])"]
    case .merges(let texts):
      texts.compactMap { text in
        (try? TribeTarget.Position(merged: text)).map { "merges(\(text.swiftLiteral), at: \(source($0)))" }
      }
    // A ledger asks the type itself for its phase, and only the check asks for the types that a tribe migrates.
    case .contract, .migrates, .unreadable, .otherType, .ineffectivePhase: []
    }
  }

  /// Returns the call that runs a tribe, so that the compiler does not warn, whatever effects its `migrate()` has.
  ///
  /// A tribe's `migrate()` may be neither throwing nor asynchronous, although the protocol allows both. A `try await`
  /// before it alone would then draw a warning, so the call is wrapped in `_ran`, which is both.
  ///
  /// A promise tribe has two functions `migrate()`. Because `_ran` takes `Void`, the compiler picks the one that waits
  /// for the promise, not the one that returns it.
  ///
  /// A tribe that may have dependencies that the scanner cannot see is also passed through `_ready`, which
  /// checks them at run time.
  private static func call(_ tribe: Tribe, as type: String) -> String {
    let made = tribe.mayDependOnMore ? "_TribeRegistry._ready(\(type)())" : "\(type)()"
    // If everything is on the main actor by default, so is the conformance that this call uses.
    if tribe.isPromised { return "@MainActor in try await _TribeRegistry._ran(\(made).migrate())" }
    return tribe.isAsyncThrowing
      ? "try await \(made).migrate()" : "try await _TribeRegistry._ran(\(made).migrate())"
  }

  // MARK: Literals

  private static func source(_ order: TribeTarget.Position) -> String {
    switch order {
    case .first: return ".first"
    case .once(let id): return ".once(\(id.swiftLiteral))"
    case .whenChanged(let id): return ".whenChanged(\(id.swiftLiteral))"
    case .always: return ".always"
    case .version(let version):
      var arguments = ["[\(version.components.map(number).joined(separator: ", "))]"]
      if !version.prerelease.isEmpty {
        let identifiers = version.prerelease.map { identifier in
          switch identifier {
          case .numeric(let value): ".numeric(\(number(value)))"
          case .alphanumeric(let text): ".alphanumeric(\(text.swiftLiteral))"
          }
        }
        arguments.append("prerelease: [\(identifiers.joined(separator: ", "))]")
      }
      if let number = version.subMigration { arguments.append("subMigration: \(Self.number(number))") }
      return ".version(.init(\(arguments.joined(separator: ", "))))"
    }
  }

  /// Returns a number as an integer literal, or as a string literal if it does not fit in 64 bits.
  private static func number(_ numeral: TribeVersion.Number) -> String {
    let digits = numeral.description
    return UInt64(digits) == nil ? digits.swiftLiteral : digits
  }
}

extension RegistryEmitter {
  /// Returns the import declarations of a registry, one per line.
  private static func imports(
    of tribes: [Tribe],
    in files: [SourceFile],
    databases: Set<String>,
    registryAccess: Access
  ) -> String {
    let needed = Set(tribes.flatMap(\.foreignFiles))
    let imports = files.flatMap(\.imports)
    var lines: Set<String> = [library(asIn: imports, registryAccess: registryAccess)]
    for module in databases { lines.insert(library(module, asIn: imports, registryAccess: .internal)) }
    // The registry needs the imports of these files to name a tribe or its dependencies, or to see its `migrate()`.
    for file in files where needed.contains(file.path) {
      for line in file.imports where line.module != "Nomad" {
        let conditions = Condition.text(of: line.conditions)
        let declaration = copied(line)
        lines.insert(conditions.isEmpty ? declaration : "#if \(conditions)\n\(declaration)\n#endif")
      }
    }
    return lines.sorted(by: ByteOrder.precedes).joined(separator: "\n")
  }

  /// Returns an import as the registry needs it: at most internal, and never re-exported.
  private static func copied(_ line: SourceFile.Import) -> String {
    var words: [String] = []
    for word in line.attributes.split(separator: " ").map(String.init)
    where Access(rawValue: word) == nil && word != "@_exported" {
      words.append(word)
    }
    if line.access != nil { words.append("internal") }
    words.append(line.text)
    return words.joined(separator: " ")
  }

  /// Returns the import of a module of the library, with an access level only if the files' imports of it have one.
  ///
  /// If one file imports a module with an access level and another file without, the compiler rejects the module unless
  /// it builds with `InternalImportsByDefault` (SE-0409). A registry that other modules can access needs an import with
  /// the same access.
  private static func library(
    _ module: String = Library.core,
    asIn imports: [SourceFile.Import],
    registryAccess: Access
  ) -> String {
    if registryAccess > .internal { return "\(registryAccess.rawValue) import \(module)" }
    let own = imports.filter { $0.module == module }
    // The compiler warns of a module that only some of the files import in this way.
    let hidden = "@_implementationOnly"
    if !own.isEmpty, own.allSatisfy({ $0.has(hidden) }) { return "\(hidden) import \(module)" }
    return own.contains { $0.access != nil } ? "internal import \(module)" : "import \(module)"
  }
}

/// The guards that generated code needs around a type with `@available` attributes.
struct AvailabilityGuard {
  /// The arguments of an `#available`, such as `iOS 17, macOS 14`; nil if the type needs none.
  let versions: String?

  /// The conditions of an `#if` that leaves out the platforms and Swift versions without the type.
  let conditions: [Condition]

  init(_ availability: [Availability]) {
    var newest: [(platform: String, version: String)] = []
    var conditions: [Condition] = []
    for item in availability {
      if let obsoleted = item.obsoleted { conditions.append(Condition(text: "!swift(>=\(obsoleted))")) }
      if item.isUnavailable {
        // Only code for app extensions may lack the type, and leaving it out elsewhere would lose the tribe.
        guard let builds = item.builds else { continue }
        conditions.append(builds.isEmpty ? Condition(text: "false") : .branch(nil, after: [.all(of: builds)]))
      } else if let version = item.introduced {
        if item.platform == "swift" {
          conditions.append(Condition(text: "swift(>=\(version))"))
        } else if let index = newest.firstIndex(where: { $0.platform == item.platform }) {
          // The type and a declaration around it may each give a version; the later one counts.
          if Self.parts(newest[index].version).lexicographicallyPrecedes(Self.parts(version)) {
            newest[index].version = version
          }
        } else {
          newest.append((item.platform, version))
        }
      }
    }
    versions = newest.isEmpty ? nil : newest.map { "\($0.platform) \($0.version)" }.joined(separator: ", ")
    self.conditions = conditions
  }

  private static func parts(_ version: String) -> [Int] {
    version.split(separator: ".").map { Int($0) ?? 0 }
  }
}

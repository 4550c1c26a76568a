package import NomadTargets

/// Writes the registry of a module as Swift source.
package enum RegistryEmitter {
  /// The generated file of a module, from its tribes in migration order, all of them legal.
  ///
  /// Its imports follow those of the module's files. Code that uses a deprecated tribe must be deprecated as well, or
  /// the compiler warns.
  static func emit(_ tribes: [Tribe], module: String, files: [SourceFile]) -> String {
    let access = files.compactMap(\.registryAccess).max() ?? .internal
    let imports = RegistryImports(tribes: tribes, files: files, registryAccess: access)
    return Template(text: String(decoding: PackageResources.Registry_swift_template, as: UTF8.self)).filled(with: [
      "module": module,
      "imports": imports.text,
      "access": access > .internal ? access.rawValue + " " : "",
      "deprecated": tribes.contains(where: \.isDeprecated) ? deprecated : "",
      "calls": tribes.indices.map { "    _add\($0 + 1)(&_tribes)" }.joined(separator: "\n"),
      "entries": tribes.enumerated().map { function($1, number: $0 + 1) }.joined(separator: "\n"),
    ])
  }

  private static let deprecated = "  @available(*, deprecated)"

  /// The function that adds one tribe.
  ///
  /// The optimizer's time for one function with many tribes grows with the square of their number. For many functions
  /// it grows linearly, but optimized ones take twice the time.
  private static func function(_ tribe: Tribe, number: Int) -> String {
    """

    \(tribe.isDeprecated ? deprecated + "\n" : "")  @_optimize(none)
      static func _add\(number)(_ _tribes: inout TribeRegistry.Builder) {
    \(entry(tribe))
      }
    """
  }

  /// One tribe, in the `#if` and behind the `#available` that its declaration stands in.
  private static func entry(_ tribe: Tribe) -> String {
    guard case .legal(let target, let order) = tribe.target else { return "" }
    var lines = [
      // No name that a tribe would have: within the closure the parameter would be taken for it.
      "_tribes.add(",
      "  \(literal(tribe.name)),",
      "  target: \(source(target)),",
      "  order: \(source(order)),",
      "  migrate: { \(call(tribe)) }",
      ")",
    ]
    func add(_ line: String, in conditions: [Condition]) {
      lines += conditions.isEmpty ? [line] : ["#if \(joined(conditions.map(\.text)))", line, "#endif"]
    }
    for trait in tribe.traits {
      guard let call = call(of: trait.value) else { continue }
      add("_tribes.\(call)", in: trait.conditions.filter { !tribe.conditions.contains($0) })
    }
    for need in tribe.needs {
      guard case .written(let type) = need.type else { continue }
      add("_tribes.needs(_TribeDependency<\(type)>.self, as: \(literal(need.property)))", in: need.conditions)
    }
    let guarded = AvailabilityGuard(tribe.availability)
    if let versions = guarded.versions {
      lines = ["if #available(\(versions), *) {"] + lines.map { "  " + $0 } + ["}"]
    }
    lines = lines.map { "    " + $0 }
    let conditions = tribe.conditions.map(\.text) + guarded.conditions
    if !conditions.isEmpty {
      lines = ["    #if \(joined(conditions))"] + lines + ["    #endif"]
    }
    return lines.joined(separator: "\n")
  }

  /// The call that gives a trait to the tribe that was added last; nil if it needs none.
  private static func call(of trait: TribeTrait.Value) -> String? {
    switch trait {
    case .contract: "contract()"
    case .deferred: "deferred()"
    case .readableSince(let version): "readable(since: \(literal(version)))"
    case .requires(_, let names): names.isEmpty ? nil : "requires([\(names.map(literal).joined(separator: ", "))])"
    case .unreadable: nil
    }
  }

  /// Conditions as one.
  private static func joined(_ conditions: [String]) -> String {
    conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " && ")
  }

  /// The call that runs a tribe, without a warning whatever its `migrate()` is.
  ///
  /// A witness may do less than the requirement allows: not throw, not suspend. Then `try await` on it alone would
  /// draw a warning, so it is handed to a function that does both. That one takes no promise: of the two functions
  /// that a promise tribe has it can only be the one that waits.
  ///
  /// What may depend on more than is seen is looked at when it is made.
  private static func call(_ tribe: Tribe) -> String {
    let made = tribe.mayNeedMore ? "TribeRegistry.ready(\(tribe.spelling)())" : "\(tribe.spelling)()"
    // Where all is on the main actor by default, so is the conformance that this call needs.
    if tribe.isPromised { return "@MainActor in try await TribeRegistry.ran(\(made).migrate())" }
    return tribe.isAsyncThrowing
      ? "try await \(made).migrate()" : "try await TribeRegistry.ran(\(made).migrate())"
  }

  // MARK: Literals

  /// A target as generated code and locks write it.
  package static func source(_ target: TribeTarget) -> String {
    ".\(target.kind.rawValue)\(target.text.map { "(\(literal($0)))" } ?? "")"
  }

  private static func source(_ order: TribeOrder) -> String {
    switch order {
    case .first: return ".first"
    case .once(let id): return ".once(\(literal(id)))"
    case .always: return ".always"
    case .version(let version):
      var arguments = ["[\(version.components.map(number).joined(separator: ", "))]"]
      if !version.prerelease.isEmpty {
        let identifiers = version.prerelease.map { identifier in
          switch identifier {
          case .numeric(let value): ".numeric(\(number(value)))"
          case .alphanumeric(let text): ".alphanumeric(\(literal(text)))"
          }
        }
        arguments.append("prerelease: [\(identifiers.joined(separator: ", "))]")
      }
      if let step = version.step { arguments.append("step: \(number(step))") }
      return ".version(.init(\(arguments.joined(separator: ", "))))"
    }
  }

  /// A number as an integer literal, or as a string literal if 64 bits do not hold it.
  private static func number(_ numeral: Numeral) -> String {
    let digits = numeral.description
    return UInt64(digits) == nil ? literal(digits) : digits
  }

  /// A string literal of one line that holds a text, whatever is in it.
  package static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

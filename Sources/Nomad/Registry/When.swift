/// Declares a tribe in code: what runs when the app comes to a version.
///
/// ```swift
/// let registry = try TribeRegistry {
///   when("1.1") { try await moveNotes() }
///   when("1.1-1") { try await nameNotes() }
/// }
/// ```
///
/// It stands in the same order and the same ledger as every other tribe.
///
/// - Parameters:
///   - version: What `.dotted` accepts, such as `1.1` or the sub-migration `1.1-1`, or what `.literal` accepts, such as
///     `2.0.0-beta.1`. What is a sub-migration as the one and a pre-release as the other, such as `1.1.0-1`, is an
///     error.
///   - name: What messages call it; the version by default.
///   - file: The file that calls, whose module the tribe belongs to.
///   - migrate: What runs.
/// - Returns: The tribe, for ``TribeRegistryBuilder``.
public func when(
  _ version: String,
  named name: String? = nil,
  in file: String = #fileID,
  run migrate: @escaping @Sendable () async throws -> Void
) -> TribeRegistryBuilder.Part {
  let (literal, dotted) = (TribeTarget.literal(version), TribeTarget.dotted(version))
  guard let order = try? literal.order() else { return when(dotted, named: name ?? version, in: file, run: migrate) }
  guard let other = try? dotted.order(), other != order else {
    return when(literal, named: name ?? version, in: file, run: migrate)
  }
  return TribeRegistryBuilder.Part(.failure(.ambiguousVersion(version, of: name ?? "a tribe")))
}

/// Declares a tribe in code, at any target.
///
/// - Parameters:
///   - target: Where the tribe stands.
///   - name: What messages call it; by default what the target says. Several `.first`, or several `.always`, need names
///     that differ, as nothing else tells them apart.
///   - file: The file that calls, whose module the tribe belongs to.
///   - migrate: What runs.
/// - Returns: The tribe, for ``TribeRegistryBuilder``.
public func when(
  _ target: TribeTarget,
  named name: String? = nil,
  in file: String = #fileID,
  run migrate: @escaping @Sendable () async throws -> Void
) -> TribeRegistryBuilder.Part {
  TribeRegistryBuilder.Part { () throws(NomadError) in
    let name = name ?? "\(target)"
    let module = String(file.prefix { $0 != "/" })
    do throws(TargetError) {
      return TribeRegistry.Entry(
        name: name,
        module: module,
        target: target,
        order: try target.order(),
        migrate: migrate
      )
    } catch {
      throw .illegalTarget(of: name, error)
    }
  }
}

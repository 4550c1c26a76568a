/// The version of an app or a tribe, such as `2.0.0`, `2.0.0-beta.1` or the sub-migration `1.1-2`.
///
/// It has any number of components, an optional pre-release, and an optional sub-migration: a further tribe for the
/// same app version, after it.
///
/// `.literal` and `.dotted` targets share one order. Components are compared first, then pre-releases, which come
/// before their release (SemVer 2.0.0 clause 11.3), then sub-migrations, which come after their version.
public struct TribeVersion: Sendable {
  // A single reference keeps plans, records and errors small: they hold many versions.
  private let storage: Storage

  /// The numbers between the dots, most significant first, without trailing zeros.
  ///
  /// A missing component counts as zero.
  public var components: [Number] { storage.components }

  /// The dot-separated pre-release identifiers (SemVer 2.0.0 clause 9); empty for a release.
  public var prerelease: [PrereleaseIdentifier] { storage.prerelease }

  /// The number of the sub-migration, or nil for the version itself.
  public var subMigration: Number? { storage.subMigration }

  /// Creates a version from its parts.
  ///
  /// - Parameters:
  ///   - components: The numbers, most significant first. Trailing zeros are ignored.
  ///   - prerelease: The pre-release identifiers; empty for a release.
  ///   - subMigration: The number of the sub-migration, or nil.
  public init(_ components: [Number], prerelease: [PrereleaseIdentifier] = [], subMigration: Number? = nil) {
    var significant = components
    while significant.last == 0 { significant.removeLast() }
    storage = Storage(significant, prerelease, subMigration)
  }
}

extension TribeVersion {
  private final class Storage: Sendable {
    let components: [Number]
    let prerelease: [PrereleaseIdentifier]
    let subMigration: Number?

    init(_ components: [Number], _ prerelease: [PrereleaseIdentifier], _ subMigration: Number?) {
      (self.components, self.prerelease, self.subMigration) = (components, prerelease, subMigration)
    }
  }
}

extension TribeVersion: Hashable {
  /// Whether both are the same version.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.components == rhs.components && lhs.prerelease == rhs.prerelease && lhs.subMigration == rhs.subMigration
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(components)
    hasher.combine(prerelease)
    hasher.combine(subMigration)
  }
}

extension TribeVersion {
  /// The version without its ``subMigration``: the version that a sub-migration belongs to.
  ///
  /// A sub-migration needs no app version of its own, so this version is compared with the app's current version.
  public var withoutSubMigration: TribeVersion {
    subMigration == nil ? self : TribeVersion(components, prerelease: prerelease)
  }
}

extension TribeVersion: Comparable {
  /// Whether `lhs` precedes `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    let (left, right) = (lhs.storage, rhs.storage)
    for index in 0..<min(left.components.count, right.components.count)
    where left.components[index] != right.components[index] {
      return left.components[index] < right.components[index]
    }
    // A missing component is zero, and neither side ends in zeros: a proper prefix is less.
    if left.components.count != right.components.count { return left.components.count < right.components.count }
    // SemVer 2.0.0 clause 11.3: a pre-release precedes its release.
    if left.prerelease.isEmpty != right.prerelease.isEmpty { return right.prerelease.isEmpty }
    // Clause 11.4: identifiers are compared one by one. If all are equal, the longer list comes after.
    for index in 0..<min(left.prerelease.count, right.prerelease.count)
    where left.prerelease[index] != right.prerelease[index] {
      return left.prerelease[index] < right.prerelease[index]
    }
    if left.prerelease.count != right.prerelease.count { return left.prerelease.count < right.prerelease.count }
    switch (lhs.subMigration, rhs.subMigration) {
    case (let left?, let right?): return left < right
    case (nil, .some): return true
    case (_, nil): return false
    }
  }
}

extension TribeVersion: CustomStringConvertible {
  /// The version as a target has it, such as `2.0.0`, `2.0.0-beta.1` or, for a sub-migration, `1.1-2`.
  public var description: String { text }

  /// The version as a target has it.
  ///
  /// A sub-migration has two components if the others are zero, because `1.1.0-2` could also be a pre-release.
  package var text: String { spelled(withSubMigrationAfter: "-", components: subMigration == nil ? 3 : 2) }

  /// The version as `init(app:)` reads it: as ``text``, but a sub-migration of three components has a fourth one,
  /// because `1.1.1-2` would be a pre-release.
  package var appText: String {
    let count = subMigration == nil ? 3 : components.count == 3 ? 4 : 2
    return spelled(withSubMigrationAfter: "-", components: count)
  }

  /// The version in the spelling of ledgers: as ``text``, but with at least three components, and with a sub-migration
  /// after `#`, such as `1.1.0#2`.
  ///
  /// Only equal versions have equal canonical spellings, so a ledger identifies a version by it.
  package var canonical: String { spelled(withSubMigrationAfter: "#", components: 3) }

  private func spelled(withSubMigrationAfter separator: String, components count: Int) -> String {
    var text = ""
    // Builds one string without arrays, because every start of an app spells the version of every tribe.
    for index in 0..<max(count, components.count) {
      if index > 0 { text += "." }
      text += index < components.count ? components[index].description : "0"
    }
    for (index, identifier) in prerelease.enumerated() { text += (index == 0 ? "-" : ".") + identifier.description }
    if let subMigration { text += separator + subMigration.description }
    return text
  }

  /// Reads a version from its ``canonical`` spelling.
  package init?(canonical: String) {
    let reader = VersionReader(canonical)
    var components: [Number] = []
    repeat {
      guard let component = Number(reader.read(while: ASCII.isDigit)) else { return nil }
      components.append(component)
    } while reader.consume(".")
    var prerelease: [PrereleaseIdentifier] = []
    if reader.consume("-") {
      repeat {
        let bytes = reader.read(while: ASCII.isKept)
        guard let identifier = PrereleaseIdentifier(bytes, isAllowed: ASCII.isKept) else { return nil }
        prerelease.append(identifier)
      } while reader.consume(".")
    }
    var subMigration: Number?
    if reader.consume("#") {
      subMigration = Number(reader.read(while: ASCII.isDigit))
    }
    self.init(components, prerelease: prerelease, subMigration: subMigration)
    guard self.canonical == canonical else { return nil }
  }
}

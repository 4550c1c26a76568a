/// A version with any number of components, a pre-release before it and sub-migrations after it.
///
/// `.literal` and `.dotted` targets share this one order: components first, then the pre-release (a version with
/// one precedes the version without, SemVer 2.0.0 clause 11.3), then the sub-migration (which follows its version).
public struct TribeVersion: Sendable {
  // One reference: plans, records and errors hold versions.
  private let parts: Parts

  /// The numbers between the dots, most significant first, without trailing zeros: a missing component is zero.
  public var components: [Numeral] { parts.components }

  /// The dot-separated pre-release identifiers (SemVer 2.0.0 clause 9); empty for a release.
  public var prerelease: [PrereleaseIdentifier] { parts.prerelease }

  /// The number of the sub-migration, or nil for the version itself.
  public var step: Numeral? { parts.step }

  /// Makes a version from its parts.
  ///
  /// - Parameters:
  ///   - components: The numbers, most significant first; trailing zeros carry no meaning.
  ///   - prerelease: The pre-release identifiers; empty for a release.
  ///   - step: The number of the sub-migration, or nil.
  public init(_ components: [Numeral], prerelease: [PrereleaseIdentifier] = [], step: Numeral? = nil) {
    var significant = components[...]
    while significant.last == 0 { significant.removeLast() }
    parts = Parts(Array(significant), prerelease, step)
  }
}

extension TribeVersion {
  private final class Parts: Sendable {
    let components: [Numeral]
    let prerelease: [PrereleaseIdentifier]
    let step: Numeral?

    init(_ components: [Numeral], _ prerelease: [PrereleaseIdentifier], _ step: Numeral?) {
      (self.components, self.prerelease, self.step) = (components, prerelease, step)
    }
  }
}

extension TribeVersion: Hashable {
  /// Whether both are the same version.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.components == rhs.components && lhs.prerelease == rhs.prerelease && lhs.step == rhs.step
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(components)
    hasher.combine(prerelease)
    hasher.combine(step)
  }
}

extension TribeVersion {
  /// The version that this one is a sub-migration of: itself without its ``step``.
  ///
  /// A sub-migration needs no app version of its own, so this is what is compared with the app's current version.
  public var withoutStep: TribeVersion {
    step == nil ? self : TribeVersion(components, prerelease: prerelease)
  }
}

extension TribeVersion: Comparable {
  /// Whether `lhs` precedes `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.components != rhs.components {
      // A missing component is zero, and neither side ends in zeros: a proper prefix is the lesser.
      return lhs.components.lexicographicallyPrecedes(rhs.components)
    }
    if lhs.prerelease != rhs.prerelease {
      // SemVer 2.0.0 clause 11.3: a pre-release precedes its release.
      if lhs.prerelease.isEmpty || rhs.prerelease.isEmpty { return rhs.prerelease.isEmpty }
      // Clause 11.4: identifier by identifier; of two that agree, the longer one follows.
      return lhs.prerelease.lexicographicallyPrecedes(rhs.prerelease)
    }
    switch (lhs.step, rhs.step) {
    case (let left?, let right?): return left < right
    case (nil, .some): return true
    case (_, nil): return false
    }
  }
}

extension TribeVersion: CustomStringConvertible {
  /// The version in its one canonical spelling, such as `2.0.0`, `2.0.0-beta.1` or, for a sub-migration, `1.1.0#2`.
  ///
  /// At least three components are written. Equal versions have equal descriptions and ``init(canonical:)`` reads
  /// them back, so this is how a ledger names a version.
  public var description: String {
    var text = ""
    // One string, without arrays: the start of an app describes the version of every tribe.
    for index in 0..<max(3, components.count) {
      if index > 0 { text += "." }
      text += index < components.count ? components[index].description : "0"
    }
    if !prerelease.isEmpty { text += "-" + prerelease.map(\.description).joined(separator: ".") }
    if let step { text += "#" + step.description }
    return text
  }

  /// The version for a person to read: as ``description``, but a sub-migration as `.dotted` has it, such as `1.1.0-2`.
  package var text: String {
    step == nil ? description : String(description.map { $0 == "#" ? "-" : $0 })
  }

  /// Reads a version's ``description`` back.
  ///
  /// - Parameter canonical: A canonical spelling. Anything else gives nil.
  public init?(canonical: String) {
    let halves = canonical.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    var components: [Numeral] = []
    for number in parts[0].split(separator: ".", omittingEmptySubsequences: false) {
      guard let component = Numeral(digits: number) else { return nil }
      components.append(component)
    }
    var prerelease: [PrereleaseIdentifier] = []
    if parts.count == 2 {
      for text in parts[1].split(separator: ".", omittingEmptySubsequences: false) {
        guard let identifier = PrereleaseIdentifier(kept: text) else { return nil }
        prerelease.append(identifier)
      }
    }
    var step: Numeral?
    if halves.count == 2 {
      guard let number = Numeral(digits: halves[1]) else { return nil }
      step = number
    }
    self.init(components, prerelease: prerelease, step: step)
    guard description == canonical else { return nil }
  }
}

/// The shape of a stored type: what coding writes and reads of its values.
package struct Shape: Hashable, Sendable {
  /// A property that coding writes or reads.
  package struct Property: Hashable, Sendable {
    package var name: String
    /// The coding key; equal to the name unless `CodingKeys` says otherwise.
    package var key: String
    /// The type, as ``Shape`` spells types; nil if the sources do not tell.
    package var type: String?
    /// The property wrapper around it; nil if there is none.
    package var wrapper: String?
    /// Whether it is written and never read: a `let` with a value.
    package var isWrittenOnly = false
    /// The condition of the builds that have it; nil if all have it.
    package var condition: String?
  }

  /// A case of an enum.
  package struct Case: Hashable, Sendable {
    /// An associated value.
    package struct Parameter: Hashable, Sendable {
      /// The coding key: the label, or `_0` and so on.
      package var key: String
      package var type: String
    }

    package var name: String
    /// The coding key; equal to the name unless `CodingKeys` says otherwise.
    package var key: String
    /// The raw value as a Swift literal, whether it is written or implied; nil if the enum has no raw type.
    package var rawValue: String?
    package var parameters: [Parameter] = []
    package var condition: String?
  }

  /// The superclass, if coding writes its properties.
  package var superclass: String?
  /// The raw type of an enum.
  package var rawType: String?
  /// The properties, sorted by name.
  package var properties: [Property] = []
  /// The cases, sorted by name.
  package var cases: [Case] = []
  /// The checksum of a hand-written `init(from:)`.
  package var decoding: UInt64?
  /// The checksum of a hand-written `encode(to:)`.
  package var encoding: UInt64?
  /// The checksums of other code that decides how it is coded, by name: macros, keys, computed raw values, helpers.
  package var code: [String: UInt64] = [:]
  /// The stored types that hand-written methods name, as which they may code the type.
  package var coded: Set<String> = []
  /// Whether the type is an enum, with or without cases.
  package var isEnum = false
  /// Whether the type is `Decodable`, or may be.
  package var isDecoded = true

  /// Whether a hand-written decoder, or other code outside of the shape, decides how old data is read.
  package var isReadByHand: Bool { decoding != nil || code.keys.contains(where: WellKnownTypes.mayRecode) }

  /// Whether code decides both what is written and what is read.
  var isCodedByHand: Bool { decoding != nil && encoding != nil }
}

import NomadSyntax

/// The facts about the library's own modules that the generator knows without reading them.
///
/// Their sources are not always available: Xcode does not show them, and a check sees only one package. If they are
/// available, they contain conditions of Nomad's own builds, such as the `#if` of a trait, which must not appear in a
/// user's registry.
package enum Library {
  /// The release of Nomad, followed by `-dev` until it is released, as in the changelog.
  package static let version = "1.0.0-dev"

  /// The module that declares `Tribe`.
  package static let core = "Nomad"

  /// The library's protocol, which is discovered by default.
  package static let tribe = "Tribe"

  /// The library's protocol of stored types.
  package static let stored = "Stored"

  /// A protocol whose conforming types are to be found.
  package struct Root {
    /// The names of the protocol; for `Tribe`, the library has two more.
    let names: Set<String>
    /// Whether the library declares it.
    let isOfLibrary: Bool

    /// A protocol of tribes: the library's, or one of the same purpose.
    package static func tribes(_ name: String) -> Root {
      name == tribe
        ? Root(names: [tribe, "ListedTribe", "_Tribe"], isOfLibrary: true) : Root(names: [name], isOfLibrary: false)
    }

    /// The library's protocol of stored types.
    package static let stored = Root(names: [Library.stored], isOfLibrary: true)
  }

  /// The method of a tribe that migrates data.
  static let migrate = "migrate"

  /// The property wrapper of a tribe's dependencies.
  static let dependency = "TribeDependency"

  /// The module that declares `TribeTarget`.
  private static let targets = "NomadTargets"

  /// The module that declares `TribePhase`.
  static let fleets = "NomadPostgres"

  /// Returns whether a module declares the library's types that members of tribes have.
  static func declaresTypes(_ module: String) -> Bool { [core, targets, fleets].contains(module) }

  /// A protocol of the library that refines `Tribe`, and the module that declares it.
  typealias Refinement = (module: String, name: String)

  /// The protocol for tribes that return promises.
  static let promiseTribe: Refinement = (module: "NomadPromiseKit", name: "PromiseTribe")

  /// The protocol for tribes with a phase.
  static let fleetTribe: Refinement = (module: fleets, name: "FleetTribe")

  /// The declarations of some modules that can make a type a tribe, and the modules that each re-exports, so that one
  /// import is enough for several protocols.
  ///
  /// The names of the protocols end with "Tribe", so the search for the protocol finds every file that uses one.
  private static let declarations = [
    (module: "NomadPromiseKit", text: "@_exported import Nomad; public protocol PromiseTribe: Tribe {}"),
    (module: "NomadBatches", text: "public protocol BatchTribe: Tribe {}"),
    (module: "NomadReverting", text: "@_exported import Nomad; public protocol RevertibleTribe: Tribe {}"),
    (
      module: "NomadGRDB",
      text: """
      @_exported import Nomad
      @_exported import NomadReverting
      public protocol DatabaseTribe: Tribe {}
      public protocol RevertibleDatabaseTribe: DatabaseTribe {}
      """
    ),
    (
      module: fleets,
      text: """
      @_exported import Nomad
      @_exported import NomadBatches
      @_exported import NomadReverting
      public protocol FleetTribe: Tribe {}
      public protocol PostgresTribe: FleetTribe {}
      public protocol PostgresBatchTribe: FleetTribe {}
      public protocol RevertiblePostgresTribe: PostgresTribe {}
      """
    ),
  ]

  /// Returns whether a module's sources are skipped, because it belongs to the library and all relevant facts are
  /// known.
  package static func isKnown(_ module: String, protocolName: String) -> Bool {
    protocolName == tribe && isKnown(module)
  }

  /// Returns whether a module belongs to the library and all relevant facts about it are known.
  package static func isKnown(_ module: String) -> Bool {
    ([core, targets] + declarations.map(\.module)).contains(module)
  }

  /// Returns the library's declarations that can make a type a tribe, as Swift source.
  ///
  /// - Parameters:
  ///   - home: The module whose tribes are discovered; it declares its own refinements.
  ///   - protocolName: The protocol to discover.
  /// - Returns: The source of each module.
  static func sources(besides home: String, protocolName: String) -> [(module: String, text: String)] {
    protocolName == tribe ? declarations.filter { $0.module != home } : []
  }
}

/// The facts about the protocols that come with Swift, which no scanned module declares.
package enum StandardProtocols {
  /// The conformances that each name implies for the types and protocols that inherit it.
  private static let implied: [String: [String]] = {
    var implied = protocols
    // An enumeration with one of these types as its raw value has implicit conformances.
    for type in StandardTypes.ofRawValues { implied[type] = ["Hashable", "RawRepresentable"] }
    return implied
  }()

  private static let protocols: [String: [String]] = [
    "Actor": ["Sendable"],
    "AnyObject": [],
    "BidirectionalCollection": ["Collection"],
    "BitwiseCopyable": [],
    "CaseIterable": [],
    "Codable": ["Decodable", "Encodable"],
    "CodingKey": ["CustomDebugStringConvertible", "CustomStringConvertible", "Sendable"],
    "CodingKeyRepresentable": [],
    "Collection": ["Sequence"],
    "Comparable": ["Equatable"],
    "Copyable": [],
    "CustomDebugStringConvertible": [],
    "CustomNSError": ["Error"],
    "CustomReflectable": [],
    "CustomStringConvertible": [],
    "Decodable": [],
    "Encodable": [],
    "Equatable": [],
    "Error": ["Sendable"],
    "Hashable": ["Equatable"],
    "Identifiable": [],
    "LocalizedError": ["Error"],
    "LosslessStringConvertible": ["CustomStringConvertible"],
    "MutableCollection": ["Collection"],
    "NSObject": ["CustomDebugStringConvertible", "CustomStringConvertible", "Hashable"],
    "OptionSet": ["RawRepresentable", "SetAlgebra"],
    "RandomAccessCollection": ["BidirectionalCollection"],
    "RangeReplaceableCollection": ["Collection"],
    "RawRepresentable": [],
    "Sendable": ["SendableMetatype"],
    "SendableMetatype": [],
    "Sequence": [],
    "SetAlgebra": ["Equatable", "ExpressibleByArrayLiteral"],
    "Strideable": ["Comparable"],
  ]

  /// The conformances that an enumeration may have implicitly.
  static let ofEnumerations: Set<String> = ["BitwiseCopyable", "Equatable", "Hashable"]

  /// The conformances that any type may have implicitly.
  static let silent: Set<String> = ["Actor", "BitwiseCopyable", "Hashable", "Sendable"]

  /// The names that give a type neither a static string nor an `init()`.
  static let harmless: Set<String> = [
    "AnyObject", "CaseIterable", "Codable", "Comparable", "Copyable", "CustomDebugStringConvertible",
    "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable",
    "RawRepresentable", "Sendable", "SendableMetatype", "String", "Int",
  ]

  /// Returns whether all implied conformances of a name are known.
  package static func isListed(_ name: String) -> Bool { implied[name] != nil }

  /// Returns some names and everything that they imply.
  package static func closure(of names: Set<String>) -> Set<String> { Set(names.closure { implied[$0, default: []] }) }
}

/// The common types of the standard library and of Foundation.
enum StandardTypes {
  /// The types that raw values of an enumeration can have.
  static let ofRawValues: Set<String> = [
    "Character", "Double", "Float", "Int", "Int16", "Int32", "Int64", "Int8", "String", "UInt", "UInt16", "UInt32",
    "UInt64", "UInt8",
  ]

  /// The types that hardly any code declares anew.
  static let everyday = ofFoundation.union([
    "Any", "Array", "Bool", "Dictionary", "Double", "Int", "Optional", "Result", "Sendable", "Set", "String", "Void",
  ])

  private static let ofFoundation: Set<String> = ["Data", "Date", "URL", "UUID"]

  /// The names that every file sees without an import.
  static let ofSwift = ofRawValues.union(everyday).subtracting(ofFoundation).union([
    "AnyObject", "Duration", "Error", "MainActor", "Never", "StaticString", "Substring", "Swift",
  ])

  /// The modules that come with Swift, which know nothing of tribes.
  static let modules: Set<String> = [
    "AppKit", "Combine", "CoreData", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl",
    "Observation", "OSLog", "Swift", "SwiftData", "SwiftUI", "Synchronization", "UIKit", "os",
  ]

  /// Returns whether a name is that of one of these types or of one of the generic types.
  static func contains(_ name: String) -> Bool {
    ofSwift.contains(name) || everyday.contains(name) || GenericTypes.names.contains(name)
  }
}

/// The generic types of the standard library that code can extend; no scanned module declares them.
enum GenericTypes {
  static let names: Set<String> = [
    "AnyCollection", "AnyIterator", "AnySequence", "Array", "ArraySlice", "AsyncStream", "AsyncThrowingStream",
    "CheckedContinuation", "ClosedRange", "CollectionOfOne", "ContiguousArray", "Dictionary", "EmptyCollection",
    "EnumeratedSequence", "InlineArray", "KeyPath", "LazySequence", "ManagedBuffer", "Optional", "PartialRangeFrom",
    "PartialRangeThrough", "PartialRangeUpTo", "Range", "ReferenceWritableKeyPath", "Repeated", "Result",
    "ReversedCollection", "Set", "Slice", "Task", "UnsafeBufferPointer", "UnsafeMutableBufferPointer",
    "UnsafeMutablePointer", "UnsafePointer", "WritableKeyPath", "Zip2Sequence",
  ]

  /// Returns whether a reference names one of these types or a type nested in one.
  static func contains(_ reference: TypeReference) -> Bool {
    let path = reference.components.map(\.text)
    guard let first = path.first else { return false }
    return names.contains(first == "Swift" && path.count > 1 ? path[1] : first)
  }
}

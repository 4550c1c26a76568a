// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The app around the documentation's samples: the declarations that they use and do not show. `SampleTests` compiles
// each sample with this file; a sample's own declarations take precedence. Nothing here runs.

public import Foundation
public import Nomad
public import NomadTesting
public import NomadUI

// MARK: Notes

public actor Store {
  public struct Contents: Equatable, Sendable {
    public var notes: [String] = []
  }

  public init() {}
  public init(plantedBy version: String) throws {}
  public nonisolated var contents: Contents { get throws { Contents() } }
  public func adopt(_ settings: [String: String]) throws {}
}

public struct Note: Codable, Stored, Sendable {
  public var id: UUID
  public var text: String
}

public protocol Client: Sendable {
  var settings: [String: String] { get }
}

public struct Folder: Sendable {}

public struct Keychain: Sendable {
  public init(of name: String) {}
  public func moveToken() throws {}
}

public struct OldStore: Sendable {
  public func upgrade(_ completion: @escaping @Sendable ((any Error)?) -> Void) { completion(nil) }
}

public let hasOldData = true
public let isPro = true
public let notes: [String] = []
public let oldStore = OldStore()
public let url = URL(fileURLWithPath: "nomad.ledger")
public let stateFolder = URL(fileURLWithPath: "state")
public let store = Store()
public let keychain = Keychain(of: "app")
public var client: any Client { fatalError("Nothing is connected.") }

public func moveNotes() async throws {}
public func nameNotes() async throws {}
public func splitNotes() async throws {}
public func dropCache() async throws {}
public func addNote(_ text: String) async throws {}
public func convert(_ note: String) throws {}
public func convert(_ notes: ArraySlice<String>) throws {}
public func removeHalfWrittenNotes() throws {}
public func report(_ kept: Int, _ file: URL?) {}

// MARK: Tribes

public struct MoveToken: Tribe {
  public static let target: TribeTarget = .once("move-token")
  public init() {}
  public func migrate() async throws {}
}

public struct MoveSubscriptions: Tribe {
  public static let target: TribeTarget = .once("move-subscriptions")
  public init() {}
  public func migrate() async throws {}
}

public struct FillIndex: Tribe {
  public static let target: TribeTarget = .once("2026-12-fill-index")
  public static let urgency: TribeUrgency = .deferred
  public init() {}
  public func migrate() async throws {}
}

public struct MoveNotes: Tribe {
  public static let target: TribeTarget = .literal("2.0.0")
  public init() {}
  public func migrate() async throws {}
}

public struct NameNotes: Tribe {
  public static let target: TribeTarget = .literal("2.1.0")
  public init() {}
  public func migrate() async throws {}
}

/// Macros that change nothing. A macro needs an implementation, and this one only adds to stored properties.
@attached(memberAttribute)
public macro Conforming(to type: Any.Type) = #externalMacro(module: "ObservationMacros", type: "ObservableMacro")

@attached(memberAttribute)
public macro Documenting(_ type: Any.Type) = #externalMacro(module: "ObservationMacros", type: "ObservableMacro")

// MARK: Running

public final class Delegate: NomadDelegate {
  public nonisolated init() {}
}

public let delegate = Delegate()
public let registry = TribeRegistry(_module: "App") { _ in }
public let paths = UpgradePaths(registry, from: ["1.0.0"])
@MainActor public var migrator = Nomad(registry)
public var migrate: Upgrade { fatalError("There is no upgrade outside of a test.") }

// MARK: Showing

@MainActor
public final class Label {
  public var text: String?
}

@MainActor
public final class ProgressView {
  public var observedProgress: Progress?
}

@MainActor public let label = Label()
@MainActor public let progressView = ProgressView()

public func show(_ completed: Int, of total: Int) {}

#if canImport(Darwin) || compiler(>=6.3)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public func show(_ migration: MigrationController) {}
#endif

/// A user of the app.
public struct Session: Sendable {
  public static let current: Session? = Session()
}

import NomadGenCore

/// Modules and types of operating systems and of common packages, none of which makes a type a tribe.
enum WellKnown {
  /// Modules that declare no protocol and no class from which a tribe could inherit its conformance.
  static let modules: Set<String> = [
    "Nomad", "NomadTargets", "NomadTesting", "NomadUI", "NomadAdoption", "NomadBatches", "NomadRepair",
    "NomadReverting", "NomadSnapshots", "NomadPromiseKit", "NomadGRDB", "NomadPostgres", "NomadLibPQ",
    "NomadPostgresNIO", "NomadServiceLifecycle", "NomadLogging", "NomadMetrics",
    "Swift", "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "Dispatch", "Observation",
    "Synchronization", "RegexBuilder", "Distributed", "Testing", "XCTest", "Darwin", "Glibc", "Musl", "Android",
    "Bionic", "WASILibc", "WinSDK", "ucrt", "ObjectiveC", "os", "OSLog", "System", "Combine", "SwiftUI", "SwiftData",
    "UIKit", "AppKit", "WatchKit", "TVUIKit", "CoreData", "CoreFoundation", "CoreGraphics", "CoreLocation", "CoreImage",
    "CoreML", "CoreMotion", "CoreMedia", "CoreSpotlight", "CoreText", "CoreTransferable", "CoreBluetooth", "CloudKit",
    "Contacts", "CryptoKit", "EventKit", "HealthKit", "AppIntents", "WidgetKit", "ActivityKit", "StoreKit", "GameKit",
    "MapKit", "Metal", "MetalKit", "Network", "NetworkExtension", "PassKit", "PDFKit", "Photos", "PhotosUI",
    "QuartzCore", "RealityKit", "ARKit", "SceneKit", "Security", "SpriteKit", "UniformTypeIdentifiers",
    "UserNotifications", "WebKit", "BackgroundTasks", "LocalAuthentication", "AVFoundation", "AVKit", "Accelerate",
    "Intents", "LinkPresentation", "MessageUI", "Messages", "MultipeerConnectivity", "NaturalLanguage",
    "SafariServices",
    "ServiceManagement", "Speech", "TipKit", "Translation", "Vision", "WatchConnectivity", "WeatherKit", "Charts",
    "AuthenticationServices", "PackageDescription", "PackagePlugin", "CSQLite", "SQLite3",
    "ArgumentParser", "Logging", "Crypto", "Collections", "Algorithms", "NIO", "NIOCore", "GRDB", "PromiseKit", "Vapor",
    "PostgresNIO", "ServiceLifecycle", "Metrics",
    "Fluent", "FluentKit",
  ]

  /// The names of protocols and classes that are commonly inherited.
  private static let types: Set<String> = [
    "App", "AppIntent", "AsyncIteratorProtocol", "AsyncParsableCommand", "AsyncSequence", "AttributeKey", "ButtonStyle",
    "Command", "Commands", "CustomNSError", "DynamicProperty", "EnvironmentKey", "EntryPoint", "Escapable",
    "ExpressibleByArgument", "ExpressibleByStringLiteral", "GlobalActor", "IteratorProtocol", "NSManagedObject",
    "NSObjectProtocol", "ObservableObject", "Observable", "Operation", "ParsableArguments", "ParsableCommand",
    "PersistentModel", "PreferenceKey", "PreviewProvider", "Scene", "TextOutputStream", "Thread", "TimelineProvider",
    "Transferable", "View", "ViewModifier", "Widget", "XCTestCase",
  ]

  /// The prefixes of the classes and protocols of Apple's frameworks.
  private static let prefixes = ["AV", "CA", "CK", "CL", "CN", "EK", "MK", "NS", "SK", "UI", "UN", "WK"]

  /// Whether a name without its module is a type of Swift, of an operating system or of a common package.
  static func isType(_ name: String) -> Bool {
    if types.contains(name) || StandardProtocols.isListed(name) || name.hasPrefix("ExpressibleBy") { return true }
    let third = name.dropFirst(2).first
    return prefixes.contains { name.hasPrefix($0) } && third?.isUppercase == true
  }
}

import Foundation
import Testing

/// A build system and a configuration with which SwiftPM builds a package.
struct BuildVariant: Sendable, CustomTestStringConvertible {
  enum System: String, Sendable {
    case native
    case swiftbuild
  }

  enum Configuration: String, Sendable {
    case debug
    case release
  }

  let system: System
  let configuration: Configuration

  var testDescription: String { "\(system.rawValue), \(configuration.rawValue)" }

  /// The build systems that the toolchain supports.
  ///
  /// The first one is the default up to Swift 6.3, the second one from 6.4.
  #if compiler(>=6.3)
    private static let systems: [System] = [.native, .swiftbuild]
  #else
    private static let systems: [System] = [.native]
  #endif

  private static let wish = ProcessInfo.processInfo.environment["NOMAD_TEST_BUILDS"]

  /// Whether `NOMAD_TEST_BUILDS` requests more than one variant, and the long tests.
  static let isThorough = ["all", "share"].contains(wish)

  private static let every = systems.flatMap {
    [BuildVariant(system: $0, configuration: .debug), .init(system: $0, configuration: .release)]
  }

  private static let one = [BuildVariant(system: .native, configuration: .debug)]

  /// The variants for tests whose result depends on the variant: one, unless more are requested.
  ///
  /// A share has each build system and each configuration once.
  static let all =
    switch wish {
    case "all": every
    case "share": [every.first, every.last].compactMap(\.self)
    default: one
    }

  /// The variants for tests that hardly depend on the variant: one, unless all are requested.
  static let any = wish == "all" ? every : one

  /// The variants for tests that depend on the build system but not on the configuration.
  static let debug = all.filter { $0.configuration == .debug }

  /// The variants for tests that would take too long in debug.
  static let release = all.filter { $0.configuration == .release }
}

import Foundation
import Testing

/// One of the ways in which SwiftPM builds a package.
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

  /// `--build-system` is an option of these; the first is the default up to Swift 6.3, the second from 6.4.
  #if compiler(>=6.3)
    private static let systems: [System] = [.native, .swiftbuild]
  #else
    private static let systems: [System] = [.native]
  #endif

  private static let wish = ProcessInfo.processInfo.environment["NOMAD_TEST_BUILDS"]

  /// Whether `NOMAD_TEST_BUILDS` asks for more than one variant, and for the long tests.
  static let isThorough = ["all", "share"].contains(wish)

  private static let every = systems.flatMap {
    [BuildVariant(system: $0, configuration: .debug), .init(system: $0, configuration: .release)]
  }

  private static let one = [BuildVariant(system: .native, configuration: .debug)]

  /// The variants to build what depends on each of them: one, unless more are asked for.
  static let all = isThorough ? every : one

  /// The variants to build what is always built; in a share, each build system and each configuration once.
  static let selected =
    wish == "share" ? every.filter { ($0.system == .native) == ($0.configuration == .release) } : all

  /// The variants to build what depends on the build system and not on the configuration.
  static let debug = all.filter { $0.configuration == .debug }

  /// The variants to build what would take too long in debug.
  static let release = all.filter { $0.configuration == .release }
}

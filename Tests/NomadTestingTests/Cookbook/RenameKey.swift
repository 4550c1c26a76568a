import Foundation
import Nomad

struct Settings: Sendable {
  /// The name of a suite, such as that of an app group; nil for the standard defaults.
  var suite: String?

  var defaults: UserDefaults { suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard }
}

struct RenameTheme: Tribe {
  static let target: TribeTarget = .literal("2.1.0")

  @TribeDependency private var settings: Settings

  func migrate() async throws {
    let defaults = settings.defaults
    guard let theme = defaults.object(forKey: "theme") else { return }
    // A value under the new key is newer than the old one: keep it.
    if defaults.object(forKey: "appearance") == nil { defaults.set(theme, forKey: "appearance") }
    defaults.removeObject(forKey: "theme")
  }
}

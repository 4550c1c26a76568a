#if canImport(Darwin)
  internal import Foundation
#endif

/// The data that a device protects until it is unlocked for the first time after it started.
enum ProtectedData {
  /// What is taken for the answer in a test.
  @TaskLocal static var isAvailableInTest: Bool?

  /// Whether it can be read.
  static var isAvailable: Bool {
    if let isAvailableInTest { return isAvailableInTest }
    #if canImport(Darwin) && !os(macOS)
      // Cannot be run on other systems. A file of this class cannot be made before (Apple Platform Security, "Data
      // Protection classes"), and to ask UIApplication needs the main actor and an app.
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      return (try? Data([1]).write(to: file, options: .completeFileProtectionUntilFirstUserAuthentication)) != nil
    #else
      return true
    #endif
  }
}

#if canImport(Darwin)
  internal import Foundation
#endif

/// The data that a device protects from its start until it is unlocked for the first time.
package enum ProtectedData {
  /// The answer to give in a test; nil outside of tests.
  @TaskLocal static var isAvailableInTest: Bool?

  /// Whether protected data can be read.
  package static var isAvailable: Bool {
    if let isAvailableInTest { return isAvailableInTest }
    #if canImport(Darwin) && !os(macOS)
      // This cannot be tested on other systems. Before the first unlock, a file of this class cannot be made (Apple
      // Platform Security, "Data Protection classes"). Asking UIApplication instead needs the main actor and an app.
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      return (try? Data([1]).write(to: file, options: .completeFileProtectionUntilFirstUserAuthentication)) != nil
    #else
      return true
    #endif
  }

  /// Checks that data can be read: until the device is first unlocked, `UserDefaults` only look empty.
  package static func check() throws(NomadError) {
    guard isAvailable else { throw .notReady("protected data", nil) }
  }
}

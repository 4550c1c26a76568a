// The functions of Foundation that Nomad calls only on Apple's systems. They are compiled as a part of Nomad.

import Foundation

extension FileManager {
  /// The folder that the programs of an app group share.
  func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}

extension ProcessInfo {
  /// Calls a block that has time until it returns, and once more when that time expires.
  func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}

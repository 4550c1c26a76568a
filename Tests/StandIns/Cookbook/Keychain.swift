import Foundation
import Nomad
import NomadSnapshots
import Security

struct RenameTokenService: Tribe {
  static let target: TribeTarget = .literal("2.2.0")

  struct Failure: Error {
    var status: OSStatus
  }

  func migrate() async throws {
    let item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "Notes", kSecAttrAccount: "token",
    ]
    let change: [CFString: Any] = [kSecAttrService: "com.example.notes"]
    let status = SecItemUpdate(item as CFDictionary, change as CFDictionary)
    // No item: a fresh install, or an interrupted attempt that had renamed it.
    guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
  }
}

func migrateWithKeychain() async throws {
  var migrator = Nomad(.generated)
  migrator.requirements = [.protectedData]
  try await migrator.migrate()
}

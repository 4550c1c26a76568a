#if canImport(Darwin)
  internal import Darwin
  internal import Foundation

  extension Ledger where Self == FileLedger {
    /// A named ledger in the container of an app group, for an app and its extensions to share.
    ///
    /// It is the file `Library/Application Support/Nomad/NAME.ledger` in the container.
    ///
    /// - Parameters:
    ///   - group: The identifier of the app group, such as `group.com.example.notes`. The app and each extension need
    ///     it in their entitlements. Without it, `migrate()` and `plan()` throw an error with the code
    ///     `ledgerLocationUnknown`.
    ///   - name: Any text. Characters that are not allowed in a file's name are escaped.
    ///   - waitLimit: How long to wait for another task or process that migrates with the same ledger; zero or less
    ///     means not to wait.
    /// - Returns: The ledger.
    public static func file(
      inAppGroup group: String,
      named name: String = "default",
      waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit
    ) -> FileLedger {
      let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
      return FileLedger(.container(container, of: group, name: name), waitingAtMost: waitLimit)
    }
  }
#endif

/// A condition that must be met before tribes run, such as a device that was unlocked.
///
/// ```swift
/// func migrator() -> Nomad {
///   var migrator = Nomad(.generated)
///   migrator.requirements = [.protectedData, MigrationRequirement("a signed-in user") { Session.current != nil }]
///   return migrator
/// }
/// ```
///
/// A run with anything to run or mark checks its requirements first, before it records anything. If one is not met,
/// `migrate()` throws an error with the code `notReady`, which names what is missing. Then no tribe has run or been
/// marked, and no attempt is counted. `NomadSnapshots` adds requirements for free space and readable files.
public struct MigrationRequirement: Sendable {
  /// The condition in words, for people, such as `protected data`.
  public let name: String

  /// Returns the condition that is not met; nil if it is met.
  package let unmet: @Sendable () async throws -> String?

  /// The targets of the tribes to which the requirement applies; nil for all tribes.
  private var targets: [TribeTarget]?

  /// Creates a custom requirement.
  ///
  /// - Parameters:
  ///   - name: The condition in words, for people.
  ///   - check: Returns whether the condition is met. If it throws, the condition is not met, and the thrown error
  ///     becomes the underlying one.
  public init(_ name: String, check: @escaping @Sendable () async throws -> Bool) {
    self.init(name, unmet: { try await check() ? nil : name })
  }

  package init(_ name: String, unmet: @escaping @Sendable () async throws -> String?) {
    (self.name, self.unmet) = (name, unmet)
  }
}

extension MigrationRequirement {
  /// The requirement that the device was unlocked since it started, so that files and `UserDefaults` can be read.
  ///
  /// It is always met where data has no such protection, as on Linux. A run that has not yet taken over the records of
  /// an earlier system checks this requirement even if you do not list it.
  public static let protectedData = Self("protected data", check: { ProtectedData.isAvailable })
}

extension MigrationRequirement {
  /// Restricts the requirement to some tribes: a run checks it only if one of them is about to run.
  ///
  /// The run still checks it before its first tribe, so that it does not stop halfway.
  ///
  /// - Parameter targets: The targets of the tribes, such as `.literal("2.0.0")`.
  /// - Returns: The requirement for these tribes.
  public func before(_ targets: TribeTarget...) -> Self {
    var requirement = self
    requirement.targets = targets
    return requirement
  }

  /// Whether the requirement applies to any of these tribes.
  private func concerns(_ tribes: [TribeRegistry.Entry]) -> Bool {
    guard let targets else { return true }
    let orders = targets.map { try? $0.position() }
    // An illegal target matches no tribe. The requirement then applies to every run.
    return orders.contains(nil) || tribes.contains { orders.contains($0.position) }
  }
}

extension MigrationRequirement: Preparation {
  /// Throws an error if the requirement applies to the tribes of a plan and is not met.
  package func prepare(
    for plan: MigrationPlan,
    after history: LedgerHistory,
    in run: Run
  ) async throws(NomadError) {
    guard concerns(plan.pending) else { return }
    do {
      if let unmet = try await unmet() { throw NomadError.notReady(unmet, nil) }
    } catch let error as NomadError {
      throw error
    } catch {
      throw .notReady(name, error)
    }
  }
}

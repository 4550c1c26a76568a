extension MigrationRequirement {
  static var checking: @Sendable ([Self], _ tribes: [TribeRegistry.Entry]) async throws(NomadError) -> Void {
    { requirements, tribes throws(NomadError) in try await requirements.check(before: tribes) }
  }
}

extension [MigrationRequirement] {
  /// Checks the requirements that apply to these tribes, and throws an error for the first that is not met.
  fileprivate func check(before tribes: [TribeRegistry.Entry]) async throws(NomadError) {
    for requirement in self where requirement.concerns(tribes) {
      do {
        guard let unmet = try await requirement.unmet() else { continue }
        throw NomadError.notReady(unmet, nil)
      } catch let error as NomadError {
        throw error
      } catch {
        throw .notReady(requirement.name, error)
      }
    }
  }
}

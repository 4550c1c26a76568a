#if Nomadctl
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax

  /// The rules that a new tribe must follow, given the other tribes and what has shipped.
  struct NewTribeRules {
    let tribe: NewTribe

    /// All tribes, in migration order.
    let tribes: [NomadGenCore.Tribe]

    /// The release lock; nil if there is none.
    let lock: ReleaseLock?

    /// Whether there is more than one module.
    let hasModules: Bool

    /// Checks the tribe in a module.
    ///
    /// - Parameter module: The module of the tribe.
    /// - Returns: Notes about the tribe, one sentence each.
    /// - Throws: ``Failure`` if the tribe breaks a rule.
    func notes(in module: String) throws -> [String] {
      // Check the target before the name: if it is taken, no other name helps.
      let notes = [try sharedPlace(in: module), try usedUpPlace(in: module), lateness].compactMap(\.self)
      if let other = tribes.first(where: { $0.module == module && $0.name == tribe.name }) {
        throw Failure("\(place(of: other)): a tribe \(other.name) already exists; choose another name with --name")
      }
      return notes
    }

    /// Checks that a tribe for a stored type is above every release.
    ///
    /// - Throws: ``Failure`` if a release has its version or a newer one.
    func refuseShippedVersion() throws {
      guard let version = tribe.order.version, let newest = lock?.knownReleases.last, newest.version >= version else {
        return
      }
      throw Failure("\(newest.text) has shipped, and only a tribe above it brings its users to the new shape")
    }

    /// Checks that no tribe of any module has the version or the id.
    ///
    /// - Throws: ``Failure`` if one has it.
    func refuseTakenPlace() throws {
      _ = try sharedPlace(in: nil)
      _ = try usedUpPlace(in: nil)
    }

    // MARK: The place

    /// Returns a note about another tribe at the same version or with the same id; throws if the two would conflict.
    private func sharedPlace(in module: String?) throws -> String? {
      let others = tribes.filter { $0.order == tribe.order }
      guard let other = others.first(where: { $0.module == module }) ?? others.first else { return nil }
      let target = other.writtenTarget?.description ?? "that target"
      let fact = "\(place(of: other)): \(other.module).\(other.name) already has the target \(target)"
      let second =
        tribe.order.version != nil
        ? "; a second tribe of one version needs an id, such as --once \(tribe.target.text ?? "")-clean-up" : ""
      guard let module, module != other.module else {
        throw Failure(fact + second + advice(module, against: other.module))
      }
      return
        "\(fact): an app that runs the registries of \(other.module) and \(module) together stops before its first "
        + "tribe"
    }

    /// Returns a note about a removed tribe that shipped at the same version or with the same id; throws if the two
    /// would conflict.
    private func usedUpPlace(in module: String?) throws -> String? {
      guard let lock, !tribes.contains(where: { $0.order == tribe.order }) else { return nil }
      // A user who has run a shipped tribe, also a removed one, never runs another one in its place.
      let shipped = lock.entries.filter { $0.order == tribe.order }
      guard let claim = shipped.first(where: { $0.module == module }) ?? shipped.first else { return nil }
      let line = "\(claim.location.file):\(claim.location.line)"
      let fact =
        "\(line): \(claim.qualifiedName) shipped at \(claim.target) in \(claim.shipment.release), and no longer exists"
      let kind = tribe.order.version == nil ? "id" : "version"
      let consequence = "users who have run it never run the new one; choose another \(kind)"
      guard let module, module != claim.module else {
        throw Failure("\(fact): \(consequence)" + advice(module, against: claim.module))
      }
      return "\(fact): if \(module) shares a ledger with \(claim.module), \(consequence). "
        + "'swift package nomad check' fails until you accept that"
    }

    /// Returns advice on how to create the tribe nevertheless, if the user has not named its module yet.
    private func advice(_ module: String?, against other: String) -> String {
      guard module == nil, hasModules else { return "" }
      return "; if the new tribe's module never shares a ledger with \(other), name that module with --module"
    }

    // MARK: The order

    /// A note about a newer tribe, which makes this one late.
    private var lateness: String? {
      guard tribe.order.version != nil else { return nil }
      if let lock {
        let newer = lock.entries.filter { $0.order.version != nil && tribe.order < $0.order }
        guard let newest = newer.max(by: { $0.order < $1.order }) else { return nil }
        return "it is below \(newest.qualifiedName) \(newest.target), which shipped in \(newest.shipment.release): "
          + "users who have that release run \(tribe.name) late, and 'swift package nomad check' reports it"
      }
      let newer = tribes.filter { $0.order.map { $0.version != nil && tribe.order < $0 } ?? false }
      guard let newest = newer.last, let target = newest.writtenTarget else { return nil }
      return "it is below \(newest.name) \(target): if that tribe has shipped, its users run \(tribe.name) late"
    }

    private func place(of other: NomadGenCore.Tribe) -> String { "\(other.location.file):\(other.location.line)" }
  }
#endif

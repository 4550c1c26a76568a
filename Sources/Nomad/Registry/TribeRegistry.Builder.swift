extension TribeRegistry {
  /// A collector of a module's tribes while its registry is made.
  ///
  /// For generated code only.
  public struct Builder {
    let module: String
    var entries: [Entry] = []

    init(module: String) {
      self.module = module
    }

    // Arguments are consumed, so that calls in a generated file, which is not optimized, are a sixth smaller: they have
    // no releases.
    /// Adds a tribe.
    ///
    /// - Parameters:
    ///   - name: The type's qualified name, without the module.
    ///   - target: The target, as it is written.
    ///   - order: The target, parsed.
    ///   - migrate: Makes the tribe and runs it. It is called only when it is the tribe's turn.
    public mutating func add(
      _ name: consuming String,
      target: consuming TribeTarget,
      order: consuming TribeOrder,
      migrate: consuming @escaping @Sendable () async throws -> Void
    ) {
      entries.append(Entry(name: name, module: module, target: target, order: order, migrate: migrate))
    }

    /// Gives the tribe that was added last the phase ``TribePhase/contract``.
    public mutating func contract() { changeLast { $0.phase = .contract } }

    /// Gives the tribe that was added last the urgency ``TribeUrgency/deferred``.
    public mutating func deferred() { changeLast { $0.urgency = .deferred } }

    /// Sets the oldest version of the app that can read the result of the tribe that was added last.
    ///
    /// - Parameter version: The version.
    public mutating func readable(since version: consuming String) {
      let version = version
      changeLast { $0.readableSince = version }
    }

    /// Adds tribes that the tribe that was added last requires.
    ///
    /// - Parameter tribes: Their names, each with its module.
    public mutating func requires(_ tribes: consuming [String]) {
      let tribes = tribes
      changeLast { $0.requires += tribes }
    }

    mutating func changeLast(_ change: (inout Entry.Traits) -> Void) {
      guard let last = entries.popLast() else { return }
      entries.append(last.with(change))
    }
  }
}

extension TribeRegistry {
  /// Collects a module's tribes while its registry is made.
  public struct Builder {
    let module: String
    var entries: [Entry] = []

    init(module: String) {
      self.module = module
    }

    // Arguments are consumed: a call in a generated file, which is not optimized, is a sixth smaller without releases.
    /// Adds a tribe.
    ///
    /// - Parameters:
    ///   - name: The type's qualified name, without the module.
    ///   - target: The target, as it is written.
    ///   - order: The target, parsed.
    ///   - migrate: Makes the tribe and runs it. It is called only when the tribe's turn has come.
    public mutating func add(
      _ name: consuming String,
      target: consuming TribeTarget,
      order: consuming TribeOrder,
      migrate: consuming @escaping @Sendable () async throws -> Void
    ) {
      entries.append(Entry(name: name, module: module, target: target, order: order, migrate: migrate))
    }

    /// Says of the tribe that was added last that its phase is ``TribePhase/contract``.
    public mutating func contract() {
      guard !entries.isEmpty else { return }
      entries[entries.count - 1] = entries[entries.count - 1].with(phase: .contract)
    }
  }
}

extension Volume {
  /// The changes that a loss of power may undo.
  var uncertain: [DiskChange] { changes.filter { $0.state != .durable } }

  /// Returns the contents after a loss of power.
  ///
  /// - Parameter fate: Returns the fate of a change. It is called for each change that is not durable, in order.
  /// - Returns: The remaining contents, all of them durable.
  func afterPowerLoss(_ fate: (DiskChange) -> Fate) -> Volume {
    var fates = changes.map { $0.state == .durable ? .kept : fate($0) }
    for barrier in barriers.reversed() {
      let isPassed = zip(changes, fates).contains { $0.number >= barrier.number && $1 != .dropped }
      guard isPassed else { continue }
      for (index, change) in changes.enumerated()
      where change.node == barrier.node && change.number < barrier.number && change.state == .unsynced {
        fates[index] = .kept
      }
    }
    var nodes = durable
    for (change, fate) in zip(changes, fates) { Self.apply(change, fate, in: &nodes) }
    return Volume(leaving: nodes, of: self)
  }

  private static func apply(_ change: DiskChange, _ fate: Fate, in nodes: inout [Int: Node]) {
    switch (fate, change.kind) {
    case (.kept, let kind): apply(kind, to: change.node, in: &nodes)
    case (.trashed(.sizeOnly), .write(let bytes, let offset)):
      guard case .file(let old) = nodes[change.node] else { return }
      apply(.truncate(to: max(old.count, offset + bytes.count)), to: change.node, in: &nodes)
    case (.trashed(let trash), .write(let bytes, let offset)):
      let rest = trash.bytes(of: bytes, number: change.number)
      if !rest.isEmpty { apply(.write(rest, at: offset), to: change.node, in: &nodes) }
    // All or nothing: a change that cannot be trashed is lost.
    case (.trashed, _), (.dropped, _): break
    }
  }

  /// The visible contents, all of them durable.
  var settled: Volume { Volume(leaving: nodes, of: self) }
}

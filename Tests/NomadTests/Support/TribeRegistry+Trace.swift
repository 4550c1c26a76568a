import Nomad

extension TribeRegistry {
  /// Makes a registry of tribes that are named after their targets and record their names when they run.
  init(
    _ targets: [TribeTarget],
    module: String = "App",
    tracing trace: Trace = Trace(),
    meanwhile body: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) throws {
    let orders = try targets.map { try $0.position() }
    self.init(_module: module) { tribes in
      for (target, order) in zip(targets, orders) {
        let name = target.name
        tribes.add(name, target: target, position: order) {
          trace.note(name)
          try await body(name)
        }
      }
    }
  }
}

extension TribeTarget {
  var name: String {
    switch self {
    case .first: "first"
    case .literal(let text), .dotted(let text): text
    case .once(let id), .whenChanged(let id): id
    case .always: "always"
    }
  }
}

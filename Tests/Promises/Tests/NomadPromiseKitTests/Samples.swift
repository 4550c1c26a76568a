import Nomad
import NomadPromiseKit
import PromiseKit

struct NameNotes: PromiseTribe {
  static let target: TribeTarget = .literal("2.1.0")

  func migrate() throws -> Promise<Void> {
    Promise { seal in
      oldStore.upgrade { error in seal.resolve(error) }
    }
  }
}

private struct OldStore: Sendable {
  func upgrade(_ completion: @escaping ((any Error)?) -> Void) { completion(nil) }
}

private let oldStore = OldStore()
private func showNotes() {}
private func show(_ error: any Error) {}

/// The samples with promises from the doc comments and from the page about the move from Nomad 0.9, to be compiled.
///
/// `SampleTests`, in the library's own package, compares this file with them.
private enum Samples {
  struct MoveNotes: PromiseTribe {
    static let target: TribeTarget = .literal("2.0.0")

    func migrate() throws -> Promise<Void> {
      Promise { seal in
        oldStore.upgrade { error in seal.resolve(error) }
      }
    }
  }

  static func migrate() throws {
    try Nomad.pack(with: [NameNotes.self]).migrate()
      .done { showNotes() }
      .catch { error in show(error) }
  }

  static func migrateGenerated() {
    Nomad.pack(with: .generated).migrate()
      .done { showNotes() }
      .catch { error in show(error) }
  }
}

extension TribeRegistry {
  fileprivate static let generated = TribeRegistry(_module: "App") { _ in }
}

import Nomad
import NomadPromiseKit
import PromiseKit

/// The samples with promises, of the catalogue's page for those who come from Nomad 0.9, which are here to be compiled.
///
/// `SampleTests`, in the library's own package, compares this file with the page.
private enum Samples {
  struct Store: Sendable {
    func upgrade(_ completion: @escaping ((any Error)?) -> Void) { completion(nil) }
  }

  static let oldStore = Store()
  static func showNotes() {}
  static func show(_ error: any Error) {}

  struct NameNotes: PromiseTribe {
    static let target: TribeTarget = .literal("2.1.0")

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
}

import Foundation
import Nomad
import NomadPromiseKit
import PromiseKit

@main
class App: NomadDelegate {
  static let shared = App()

  static func main() {
    shared.launch()
    RunLoop.main.run()
  }

  func launch() {
    Nomad.set(delegate: self)
    let packed = Nomad.pack(Nomad(.generated, ledger: .inMemory, currentVersion: .unlimited))
    packed.migrate().done {
      print("done")
    }
    .catch { error in
      print("error", error)
    }
    .finally {
      exit(0)
    }
  }

  func willStartMigration() { print("start") }
  func didMigrate(to target: TribeTarget) { print("migrated to", target) }
  func didFinishMigration() { print("finish") }
  func didInterruptMigration(with error: NomadError) { print("interrupt", error) }
}

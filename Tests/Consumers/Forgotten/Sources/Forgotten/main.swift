import Foundation
import Nomad

do {
  try await Nomad(.generated, ledger: .file(at: URL(fileURLWithPath: "data/nomad.ledger"))).migrate()
  let notes = try JSONDecoder().decode([Note].self, from: Data(contentsOf: URL(fileURLWithPath: "data/notes.json")))
  print(notes.map(\.text))
} catch {
  print("error:", error)
  exit(1)
}

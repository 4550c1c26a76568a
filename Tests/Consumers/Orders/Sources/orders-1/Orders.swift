import Nomad
import NomadLibPQ
import Service

/// The first version: an order has an amount in euros.
@main enum Orders {
  static func main() async {
    // Two releases of an app have the same module, but two targets of a package cannot.
    let policy = MigrationPolicy(formerModules: ["orders_2"])
    await Service.run(Nomad(.generated, currentVersion: .exactly("1.0.0"), policy: policy)) { connection in
      let id = try await connection.query("INSERT INTO orders (amount) VALUES (7) RETURNING id::text", [])[0][0]
      let amount = try await connection.query("SELECT amount::text FROM orders WHERE id = $1::bigint", [id])
      guard amount == [["7"]] else { throw WrongAnswer(answer: amount) }
    }
  }
}

struct WrongAnswer: Error {
  let answer: [[String?]]
}

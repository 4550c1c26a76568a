import Nomad
import NomadLibPQ
import Service

/// The second version: an order has an amount in cents.
@main enum Orders {
  static func main() async {
    // Two releases of an app have the same module, but two targets of a package cannot.
    let policy = MigrationPolicy(formerModules: ["orders_1"])
    await Service.run(Nomad(.generated, currentVersion: .exactly("2.1.0"), policy: policy)) { connection in
      let id = try await connection.query("INSERT INTO orders (cents) VALUES (750) RETURNING id::text", [])[0][0]
      let cents = try await connection.query("SELECT cents::text FROM orders WHERE id = $1::bigint", [id])
      guard cents == [["750"]] else { throw WrongAnswer(answer: cents) }
      // The orders of the first version can be read, too.
      let missing = try await connection.query(
        "SELECT count(*)::text FROM (SELECT cents FROM orders ORDER BY id DESC LIMIT 100) o WHERE cents IS NULL",
        []
      )
      guard missing == [["0"]] else { throw WrongAnswer(answer: missing) }
    }
  }
}

struct WrongAnswer: Error {
  let answer: [[String?]]
}

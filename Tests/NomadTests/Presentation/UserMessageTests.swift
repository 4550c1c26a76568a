import Foundation
import Testing

@testable import Nomad
@testable import NomadUI

@Suite("NomadError.userMessage")
struct UserMessageTests {
  private func message(_ code: NomadError.Code) -> String {
    NomadError(code, "The ledger /tmp/a.ledger is damaged.", advice: "Call repair() on the ledger.").userMessage
  }

  @Test("A user message contains no technical term, path or advice for developers")
  func words() {
    let codes: [NomadError.Code] = [
      .tribeFailed, .quarantined, .ledgerDamaged, .duplicateTarget, .cancelled, .notReady, .ledgerBusy,
      .ledgerWriteFailed, .migrationRequired, .ledgerNewerThanApp, NomadError.Code(rawValue: "of-a-later-version"),
    ]
    for code in codes {
      let text = message(code)
      #expect(text.hasPrefix("Your data") || text.hasPrefix("The update of your data"), "\(code)")
      for word in ["tribe", "ledger", "migrat", "repair", "/"] { #expect(!text.contains(word), "\(code): \(word)") }
    }
  }

  @Test(
    "The user message about data of a newer app suggests an update instead of a retry",
    arguments: [NomadError.Code.ledgerNewerThanApp, .ledgerNewerFormat]
  )
  func newer(code: NomadError.Code) {
    #expect(message(code).contains("Update the app"))
    #expect(!message(code).contains("Try again"))
  }

  @Test(
    "The user message about an error that remains does not suggest a retry",
    arguments: [NomadError.Code.quarantined, .dataTooOld, .ledgerDamaged, .illegalCurrentVersion, .missingDependency]
  )
  func lasting(code: NomadError.Code) {
    #expect(!message(code).contains("Try again"))
  }

  @Test("The documentation page of errors lists each user message with its codes")
  func page() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Sources/Nomad/Nomad.docc/Errors.md"), encoding: .utf8)
    let rows = text.matches(of: /\n\| ((?:`\w+`(?:, )?)+|all others) \| ([^|]+) \|/)
    #expect(rows.count == 8)
    for row in rows {
      let names = row.1 == "all others" ? ["tribeFailed"] : row.1.matches(of: /\w+/).map { String($0.0) }
      for name in names {
        let rawValue = name.replacing(/[A-Z]/) { "-" + $0.0.lowercased() }
        #expect(message(NomadError.Code(rawValue: rawValue)) == row.2, "\(name)")
      }
    }
  }
}

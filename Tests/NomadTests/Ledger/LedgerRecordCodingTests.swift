import Foundation
import Nomad
import NomadTables
import Testing

@Suite("Records as JSON")
struct LedgerRecordCodingTests {
  private static let date = Date(timeIntervalSince1970: 1_795_248_000.123)

  private static func record(_ kind: LedgerRecord.Kind) -> LedgerRecord {
    LedgerRecord(
      kind,
      key: "version:2.0.0",
      name: "A.B",
      module: "App",
      date: date,
      duration: .milliseconds(1500),
      attempt: 3,
      appVersion: "2.0",
      build: "41"
    )
  }

  @Test(
    "Each kind of record has a stable JSON form and is read back unchanged",
    arguments: [
      (LedgerRecord.Kind.began, #""build":"41","event":"began""#),
      (.finished, #""build":"","event":"finished""#),
      (.failed(error: "no\n\"room\""), #""build":"","error":"no\n\"room\"","event":"failed""#),
      (.marked(reason: "by hand"), #""build":"","event":"marked""#),
      (.merged(into: "once:a"), #""build":"","event":"merged""#),
      (.forgotten, #""build":"","event":"forgotten""#),
      (.checkpoint(name: "next", value: "[1]"), #""build":"","checkpoint":"next","event":"checkpoint""#),
    ]
  )
  func kinds(kind: LedgerRecord.Kind, part: String) throws {
    let record = Self.record(kind)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(record), as: UTF8.self)
    var rest = ""
    if case .marked(let reason) = kind { rest = #","reason":"\#(reason)""# }
    if case .merged(let key) = kind { rest = #","values":["\#(key)"]"# }
    if case .checkpoint(_, let value) = kind { rest = #","value":"\#(value)""# }
    #expect(
      text == #"{"appVersion":"2.0","at":"2026-11-21T08:00:00.123Z","attempt":3,"# + part
        + #","key":"version:2.0.0","milliseconds":1500,"module":"App","name":"A.B""# + rest + "}"
    )
    #expect(try JSONDecoder().decode(LedgerRecord.self, from: Data(text.utf8)) == record)
  }

  @Test(
    "A missing or invalid field is an error that names the field or its value",
    arguments: [
      (#""event":"began""#, #""event":"flew""#, #""flew" is not an event"#),
      (#""event":"began""#, #""event":"failed""#, "error"),
      (#""key":"k","#, "", "key"),
      (#"2026-11-21T08:00:00.123Z"#, "yesterday", #""yesterday" is not a time"#),
      (#""attempt":1"#, #""attempt":"one""#, "attempt"),
    ]
  )
  func illegal(part: String, other: String, message: String) throws {
    let legal =
      #"{"event":"began","key":"k","name":"n","module":"m","at":"2026-11-21T08:00:00.123Z","milliseconds":0,"#
      + #""attempt":1,"appVersion":"","build":""}"#
    let decode = { (text: String) in try JSONDecoder().decode(LedgerRecord.self, from: Data(text.utf8)) }
    #expect(try decode(legal).key == "k")
    let error = #expect(throws: DecodingError.self) { try decode(legal.replacingOccurrences(of: part, with: other)) }
    #expect(error.map { "\($0)" }?.contains(message) == true)
  }

  @Test("A negative attempt or duration is raised to its minimum")
  func limits() throws {
    let text =
      #"{"event":"began","key":"k","name":"n","module":"","at":"0001-01-01T00:00:00.000Z","milliseconds":-5,"#
      + #""attempt":-1,"appVersion":"","build":""}"#
    let record = try JSONDecoder().decode(LedgerRecord.self, from: Data(text.utf8))
    #expect(record.attempt == 1)
    #expect(record.duration == .zero)
  }
}

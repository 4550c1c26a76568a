import Testing

@Suite("A failing system call", .serialized)
struct FailureTests {
  @Test("The next run loses and repeats nothing after a system call fails, once or from then on")
  func everySystemCall() throws {
    var tally = Tally()
    try tally.sweep(from: nil, share: 13) { failures(at: $0) }
    tally.report("failing system calls", hits: "runs that failed")
    #expect(tally.hits > tally.cases / 3)
  }
}

import Testing

@Suite("A system call that fails", .serialized)
struct FailureTests {
  @Test("Once, or from then on: the run says so or goes on, and the next loses and repeats nothing")
  func everySystemCall() throws {
    var tally = Tally()
    try tally.sweep(from: nil, share: 13) { failures(at: $0) }
    tally.report("failing system calls", hits: "runs that failed")
    #expect(tally.hits > tally.cases / 3)
  }
}

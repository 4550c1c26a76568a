import NomadGenCore

/// The function that libFuzzer calls with each input, as many million times as it is told to.
///
/// What must hold is checked every time. The bytes choose which report is printed, and for a share of the inputs that
/// the pipeline is run again and all reports are: so a crash is the same when its input is run again.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let sources = FuzzedSources(bytes)
  let choice = bytes.reduce(0) { $0 &* 31 &+ Int($1) } & 63
  let formats = choice < 4 ? ReportFormat.allCases : [ReportFormat.allCases[choice % ReportFormat.allCases.count]]
  let run = FuzzedRun(sources, formats: formats)
  let violations = run.violations()
  precondition(violations.isEmpty, violations.joined(separator: "\n"))
  if choice < 4 {
    precondition(FuzzedRun(sources, formats: formats).texts == run.texts, "the same input printed something else")
  }
  return 0
}

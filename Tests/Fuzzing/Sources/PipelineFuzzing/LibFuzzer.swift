import NomadCheck

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
  var violations = run.violations()
  if choice < 4, FuzzedRun(sources, formats: formats).texts != run.texts {
    violations.append("the same input printed something else")
  }
  guard !violations.isEmpty else { return 0 }
  // A precondition says nothing in an optimized build.
  fatalError(violations.joined(separator: "\n"))
}

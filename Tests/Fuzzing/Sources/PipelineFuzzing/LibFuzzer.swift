import NomadCheck

/// The function that libFuzzer calls with each input, up to the requested number of times.
///
/// The rules are checked every time. The bytes select the printed report. For some inputs they also make the pipeline
/// run twice and print all reports. So running an input again repeats its crash.
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
  // A failed precondition prints no message in an optimized build.
  fatalError(violations.joined(separator: "\n"))
}

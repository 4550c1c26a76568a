import Foundation
import NomadCheck
import NomadGenCore

/// Runs the pipeline on an input of a given shape and size, and prints the size of the input, the duration, and the
/// peak memory.
@main
struct PipelineProbe {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let shape = LargeInput(rawValue: arguments[1]), let count = Int(arguments[2]) else {
      print("usage: pipeline-probe SHAPE COUNT, where SHAPE is one of \(LargeInput.allCases.map(\.rawValue))")
      exit(2)
    }
    let source = shape.source(count)
    let start = ContinuousClock.now
    let checked = try Check.run([("App", ["A.swift"])]) { _, body in source.withUnsafeBufferPointer(body) }
    let package = CheckedPackage(checked)
    let output = checked[0].output
    let lengths = ReportFormat.allCases.map { $0.report(package).utf8.count } + [output.registry?.utf8.count ?? 0]
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print(source.count, output.tribes.count, lengths.reduce(0, +), peakMemory, seconds)
  }

  /// The peak of the process's memory, in bytes.
  private static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1_024
    #endif
  }
}

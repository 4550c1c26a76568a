#if Metrics
  public import CoreMetrics
  import Metrics
  public import Nomad

  /// The metrics of runs, for swift-metrics.
  ///
  /// ```swift
  /// try await nomad.migrate(observing: MigrationMetrics().record)
  /// ```
  ///
  /// | metric | kind | dimensions | value |
  /// | --- | --- | --- | --- |
  /// | `nomad_runs_total` | counter | `result`: `completed`, or the code of the error | the runs that have ended |
  /// | `nomad_pending_tribes` | gauge | | the tribes that the last run has not finished |
  /// | `nomad_tribe_duration_seconds` | timer | `tribe`, `module` | how long a finished tribe took |
  /// | `nomad_tribe_progress_ratio` | gauge | `tribe`, `module` | how far a tribe is, from 0 to 1 |
  ///
  /// An error before the plan is made, such as a ledger that is busy, is thrown without an event, so it is in no metric.
  public struct MigrationMetrics: Sendable {
    private let dimensions: [(String, String)]
    private let factory: any MetricsFactory

    /// Creates the metrics.
    ///
    /// - Parameters:
    ///   - dimensions: Dimensions of all metrics, such as the name of the ledger if the process has several.
    ///   - factory: The factory; by default, the one that the process has set.
    public init(dimensions: [(String, String)] = [], factory: any MetricsFactory = MetricsSystem.factory) {
      (self.dimensions, self.factory) = (dimensions, factory)
    }

    /// Records an event.
    ///
    /// - Parameter event: The event.
    public func record(_ event: MigrationEvent) {
      switch event {
      case .planned(let plan): setPending(plan.pending.count)
      case .began(_, let index, let count): setPending(count - index)
      case .progressed(let tribe, let completed, let total):
        setProgress(of: tribe, Double(completed) / Double(max(total, 1)))
      case .finished(let tribe, let duration):
        CoreMetrics.Timer(label: "nomad_tribe_duration_seconds", dimensions: dimensions(of: tribe), factory: factory)
          .recordNanoseconds(Int64(duration / .nanoseconds(1)))
        setProgress(of: tribe, 1)
      case .completed(let report):
        setPending(report.plan.pending.count - report.migrated.count)
        countRun("completed")
      case .stopped(let error): countRun(error.code.rawValue)
      default: break
      }
    }

    private func setPending(_ count: Int) {
      Gauge(label: "nomad_pending_tribes", dimensions: dimensions, factory: factory).record(count)
    }

    private func setProgress(of tribe: TribeRegistry.Entry, _ ratio: Double) {
      Gauge(label: "nomad_tribe_progress_ratio", dimensions: dimensions(of: tribe), factory: factory).record(ratio)
    }

    private func countRun(_ result: String) {
      Counter(label: "nomad_runs_total", dimensions: dimensions + [("result", result)], factory: factory).increment()
    }

    private func dimensions(of tribe: TribeRegistry.Entry) -> [(String, String)] {
      dimensions + [("tribe", tribe.name), ("module", tribe.module)]
    }
  }
#endif

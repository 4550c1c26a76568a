#if Logging
  public import Logging
  public import Nomad

  /// A log of the events of runs, with swift-log.
  ///
  /// ```swift
  /// try await nomad.migrate(observing: MigrationLog(logger).record)
  /// ```
  ///
  /// | level | events |
  /// | --- | --- |
  /// | error | a run stopped with an error: one message for each such run |
  /// | warning | a tribe failed, is late, is in quarantine or died before; a key on hold that no tribe has |
  /// | notice | a tribe was marked as done, is reverted or has to wait; a run was cancelled; a torn record was ignored |
  /// | info | a run has tribes to run, and completes; a tribe begins and finishes; the run waits for another one |
  /// | debug | progress, and runs with nothing to do |
  ///
  /// The metadata has the keys `nomad.event` with the name of the event, and as far as they apply `nomad.tribe`,
  /// `nomad.target`, `nomad.module`, `nomad.code`, `nomad.deaths`, `nomad.duration_seconds`, `nomad.completed`,
  /// `nomad.total` and `nomad.holder`.
  public struct MigrationLog: Sendable {
    private let logger: Logger

    /// Creates a log.
    ///
    /// - Parameter logger: The logger.
    public init(_ logger: Logger) {
      self.logger = logger
    }

    /// Logs an event.
    ///
    /// - Parameter event: The event.
    public func record(_ event: MigrationEvent) {
      let (level, name, metadata) = Self.entry(of: event)
      logger.log(
        level: level,
        "\(event)",
        metadata: metadata.merging(["nomad.event": "\(name)"]) { own, _ in own },
        source: "Nomad"
      )
    }

    private static func entry(of event: MigrationEvent) -> (Logger.Level, name: String, Logger.Metadata) {
      switch event {
      case .waiting(let holder): (.info, "waiting", ["nomad.holder": "\(holder)"])
      case .planned(let plan): (plan.isEmpty ? .debug : .info, "planned", ["nomad.total": "\(plan.pending.count)"])
      case .ignored: (.notice, "ignored", [:])
      case .unknownHold: (.warning, "unknown-hold", [:])
      case .late(let tribe): (.warning, "late", metadata(of: tribe))
      case .prepared: (.info, "prepared", [:])
      case .marked(let tribe): (.notice, "marked", metadata(of: tribe))
      case .began(let tribe, _, _): (.info, "began", metadata(of: tribe))
      case .retrying(let tribe, let deaths):
        (.warning, "retrying", metadata(of: tribe, ["nomad.deaths": "\(deaths)"]))
      case .progressed(let tribe, let completed, let total):
        (.debug, "progressed", metadata(of: tribe, ["nomad.completed": "\(completed)", "nomad.total": "\(total)"]))
      case .noted(let tribe, _): (.warning, "noted", metadata(of: tribe))
      case .finished(let tribe, let duration):
        (.info, "finished", metadata(of: tribe, ["nomad.duration_seconds": "\(duration / .seconds(1))"]))
      case .failed(let tribe, let error): (.warning, "failed", metadata(of: tribe, ["nomad.code": "\(error.code)"]))
      case .postponed(let tribe, let error):
        (.notice, "postponed", metadata(of: tribe, ["nomad.code": "\(error.code)"]))
      case .quarantined(let tribe, let deaths):
        (.warning, "quarantined", metadata(of: tribe, ["nomad.deaths": "\(deaths)"]))
      case .reverting(let tribe, _, _): (.notice, "reverting", metadata(of: tribe))
      case .reverted(let tribe, let duration):
        (.notice, "reverted", metadata(of: tribe, ["nomad.duration_seconds": "\(duration / .seconds(1))"]))
      case .completed(let report): (report.plan.isEmpty ? .debug : .info, "completed", [:])
      case .stopped(let error):
        (error.code == .cancelled ? .notice : .error, "stopped", ["nomad.code": "\(error.code)"])
      @unknown default: (.info, "other", [:])
      }
    }

    private static func metadata(
      of tribe: TribeRegistry.Entry,
      _ others: Logger.Metadata = [:]
    ) -> Logger.Metadata {
      let own: Logger.Metadata = [
        "nomad.tribe": "\(tribe.name)", "nomad.target": "\(tribe.target)", "nomad.module": "\(tribe.module)",
      ]
      return own.merging(others) { own, _ in own }
    }
  }
#endif

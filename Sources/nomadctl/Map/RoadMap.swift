#if Nomadctl
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSyntax
  import NomadTargets

  /// The road as the drawings show it: the tribes in migration order, with signs between them.
  ///
  /// All of its texts are printable.
  struct RoadMap {
    /// A tribe on the road.
    struct Stop {
      /// The version as it is written, or the kind of the target if it has no version.
      let label: String

      /// The qualified name, without the module.
      let name: String

      /// The target as it is written in Swift, and the module.
      let target: String

      /// The file and line of the type's name.
      let place: String

      /// The traits and the conditions of the tribe, and the word "late".
      let remarks: [String]

      /// What the plan decided; nil if no user was chosen.
      let fate: Fate?

      /// The decision with its reason, and a symbol that can be recognized without its color.
      let reason: String?
    }

    /// What a plan decided about a tribe.
    enum Fate: String {
      /// The tribe runs.
      case runs
      /// Nothing is left to do for the tribe.
      case done
      /// The tribe does not run now, and may run later.
      case waits
    }

    /// A sign between tribes.
    enum Sign {
      /// The user's position.
      case start
      /// The end of the app's version.
      case limit
      /// The end of the support for old data.
      case oldest
    }

    enum Row {
      case stop(Stop)
      case sign(Sign, String)
    }

    let title: String

    /// Sentences about the tribes and the journey.
    let summary: [String]

    /// The tribes and the signs in order.
    let rows: [Row]

    /// Creates the map of a road, or of a user's journey on it.
    init(_ road: Road, journey: Journey? = nil) {
      let tribes = road.tribes
      let modules = Set(tribes.map(\.module.printable)).sorted()
      title = modules.isEmpty ? "The road" : "The road of \(modules.joined(separator: ", "))"
      let late = tribes.count { road.arrival(of: $0) != nil }
      summary = [Self.count(tribes, late: late)] + (journey.map { [$0.sentence.printable] } ?? [])
      var rows: [Row] = []
      var signs = Self.signs(of: road, journey)
      for (index, tribe) in tribes.enumerated() {
        guard let order = tribe.order, let target = tribe.writtenTarget else { continue }
        rows += signs.filter { !$0.isAfter(order) }.map(\.row)
        signs.removeAll { !$0.isAfter(order) }
        let step = journey?.steps[index]
        let isLate = journey == nil && road.arrival(of: tribe) != nil
        let stop = Stop(
          label: (order.version == nil ? target.kind.words : target.text ?? "").printable,
          name: tribe.name.printable,
          target: "\(target) · \(tribe.module)".printable,
          place: "\(tribe.location.file):\(tribe.location.line)".printable,
          remarks: (tribe.remarks + (isLate ? ["late"] : [])).map(\.printable),
          fate: step.map { Fate($0.decision) },
          reason: step.map { "\(Fate($0.decision).symbol) \($0.reason)".printable }
        )
        rows.append(.stop(stop))
      }
      self.rows = rows + signs.map(\.row)
    }

    private static func count(_ tribes: [NomadGenCore.Tribe], late: Int) -> String {
      guard !tribes.isEmpty else { return "There are no tribes here." }
      let versions = Set(tribes.compactMap(\.order?.version)).count
      return tribes.count.counted("tribe") + (versions == 0 ? "" : " at \(versions.counted("version"))")
        + " in \(Set(tribes.map(\.module)).count.counted("module"))" + (late == 0 ? "." : ", \(late) of them late.")
    }

    /// A sign, and the test whether it comes after a position.
    private typealias PlacedSign = (row: Row, isAfter: (TribeTarget.Position) -> Bool)

    /// Returns the signs in order.
    private static func signs(of road: Road, _ journey: Journey?) -> [PlacedSign] {
      func sign(_ kind: Sign, _ text: String, _ isAfter: @escaping (TribeVersion) -> Bool) -> PlacedSign {
        (.sign(kind, text.printable), { $0 == .first || $0.version.map(isAfter) ?? false })
      }
      var signs = road.endsOfSupport.map { oldest in
        sign(.oldest, "data before \(road.text(of: oldest)) is refused") { $0 < oldest }
      }
      guard let journey else { return signs }
      if let start = journey.start {
        signs.insert(sign(.start, "the user is at \(road.text(of: start))") { $0 <= start }, at: 0)
      } else {
        signs.insert((.sign(.start, "a fresh install starts here"), { _ in false }), at: 0)
      }
      if let limit = journey.limit {
        signs.append(sign(.limit, "the app is at \(road.text(of: limit))") { $0.withoutSubMigration <= limit })
      }
      return signs
    }
  }

  extension RoadMap.Fate {
    init(_ decision: MigrationPlan.Decision) {
      self = decision.isRun ? .runs : decision.isDone || decision.isMark ? .done : .waits
    }

    fileprivate var symbol: String {
      switch self {
      case .runs: "→"
      case .done: "✓"
      case .waits: "…"
      }
    }
  }

  extension TribeTarget.Kind {
    /// The kind in words.
    fileprivate var words: String { self == .whenChanged ? "when changed" : rawValue }
  }
#endif

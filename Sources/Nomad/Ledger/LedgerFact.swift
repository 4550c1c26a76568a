/// Something that a ledger holds about the data as a whole, or about older apps: not an event of a tribe.
///
/// Of each fact, the last record counts. A custom ledger keeps these records like all others.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum LedgerFact: Hashable, Sendable {
  /// The first start is over.
  ///
  /// - `birth`: The oldest version that the app supported when it created the data; nil if there was data, or if that is
  ///   not known.
  /// - `floors`: The versions that the data had before tribes were forgotten.
  case started(birth: TribeVersion?, floors: [Floor])

  /// The first start is over, and all tribes up to a version were marked.
  ///
  /// - `predecessors`: The names of the systems that told the version; none if the policy did.
  /// - `isForgotten`: Whether the baseline was forgotten since, so that its tribes run again.
  case baseline(TribeVersion, predecessors: [String], isForgotten: Bool)

  /// The policy called the install fresh before a `.first` tribe of the record's module began: see
  /// ``MigrationPolicy/FirstStart/baselineAtCurrentVersion``.
  ///
  /// Tribes up to the version are to be marked; nil if that was forgotten.
  case fresh(TribeVersion?)

  /// The oldest app that can read the result of the tribe with a key; nil if no older app than the tribe's can.
  case readable(LedgerKey, since: TribeVersion?)

  /// The data is being restored from a snapshot in a folder; nil once that has ended.
  ///
  /// No tribe runs until the restore has replaced the records.
  case restoring(folder: String?)

  /// A version that the data of a module has at least; that of all modules if the module is nil.
  public struct Floor: Hashable, Sendable {
    /// The version.
    public let version: TribeVersion
    /// The module; nil for all.
    public let module: String?

    package init(_ version: TribeVersion, of module: String? = nil) {
      (self.version, self.module) = (version, module)
    }
  }
}

extension LedgerFact {
  /// Whether the fact tells that the first start is over.
  var endsFirstStart: Bool {
    switch self {
    case .started, .baseline: true
    case .fresh, .readable, .restoring: false
    }
  }

  /// Whether the fact says only that an earlier one no longer holds.
  var isVoid: Bool {
    switch self {
    case .baseline(_, _, isForgotten: true), .fresh(nil), .readable(_, since: nil), .restoring(folder: nil): true
    case .started, .baseline, .fresh, .readable, .restoring: false
    }
  }

  /// The fact that this one no longer holds; nil if it does not hold already, or if it holds for good.
  package var forgotten: LedgerFact? {
    if isVoid { return nil }
    return switch self {
    case .started: nil
    // A kept baseline would make every tribe below its version late.
    case .baseline(let version, let predecessors, _):
      .baseline(version, predecessors: predecessors, isForgotten: true)
    case .fresh: .fresh(nil)
    case .readable(let key, _): .readable(key, since: nil)
    case .restoring: .restoring(folder: nil)
    }
  }
}

extension LedgerFact {
  /// The first word of a record of this fact.
  var word: String {
    switch self {
    case .started: "started"
    case .baseline: "baseline"
    case .fresh: "fresh"
    case .readable: "readable"
    case .restoring: "restoring"
    }
  }

  /// The values of the fact, as records store them.
  var fields: [String] {
    switch self {
    case .started(let birth, let floors):
      [birth?.canonical ?? ""] + floors.flatMap { [$0.version.canonical, $0.module ?? ""] }
    case .baseline(let version, let predecessors, let isForgotten):
      [version.canonical, isForgotten ? "forgotten" : "set"] + predecessors
    case .fresh(let version): [version?.canonical].compactMap(\.self)
    case .readable(let key, let version): [key.description] + [version?.canonical].compactMap(\.self)
    case .restoring(let folder): [folder].compactMap(\.self)
    }
  }

  /// Reads a fact from its word and values; nil if this version of the format has no such fact.
  init?(_ word: String, _ fields: [String]) {
    let version = { (index: Int) in fields.indices.contains(index) ? TribeVersion(canonical: fields[index]) : nil }
    switch (word, fields.count) {
    case ("started", let count) where count % 2 == 1:
      var floors: [Floor] = []
      for index in stride(from: 1, to: count, by: 2) {
        guard let version = version(index) else { return nil }
        floors.append(Floor(version, of: fields[index + 1].isEmpty ? nil : fields[index + 1]))
      }
      guard fields[0].isEmpty || version(0) != nil else { return nil }
      self = .started(birth: version(0), floors: floors)
    case ("baseline", 2...):
      guard let version = version(0), ["set", "forgotten"].contains(fields[1]) else { return nil }
      self = .baseline(version, predecessors: Array(fields[2...]), isForgotten: fields[1] == "forgotten")
    case ("fresh", 0): self = .fresh(nil)
    case ("fresh", 1):
      guard let version = version(0) else { return nil }
      self = .fresh(version)
    case ("readable", 1): self = .readable(LedgerKey(fields[0]), since: nil)
    case ("readable", 2):
      guard let version = version(1) else { return nil }
      self = .readable(LedgerKey(fields[0]), since: version)
    case ("restoring", 0...1): self = .restoring(folder: fields.first)
    default: return nil
    }
  }
}

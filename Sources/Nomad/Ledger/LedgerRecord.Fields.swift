import Foundation

extension LedgerRecord {
  /// The values of a record.
  final class Fields: Sendable {
    let kind: Kind
    let key: LedgerKey
    let name: String
    let module: String?
    let date: Date
    let duration: Duration
    let attempt: Int
    let appVersion: String?
    let build: String?

    init(
      _ kind: Kind,
      _ key: LedgerKey,
      _ name: String,
      _ module: String?,
      _ date: Date,
      _ duration: Duration,
      _ attempt: Int,
      _ appVersion: String?,
      _ build: String?
    ) {
      // Ledgers store none as an empty text.
      let known = { (text: String?) in text == "" ? nil : text }
      (self.kind, self.key, self.name, self.module) = (kind, key, name, known(module))
      (self.date, self.duration, self.attempt) = (date, duration, attempt)
      (self.appVersion, self.build) = (known(appVersion), known(build))
    }
  }
}

extension LedgerRecord: Hashable {
  /// Whether all values of both records are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.kind == rhs.kind && lhs.key == rhs.key && lhs.name == rhs.name && lhs.module == rhs.module
      && lhs.date == rhs.date && lhs.duration == rhs.duration && lhs.attempt == rhs.attempt
      && lhs.appVersion == rhs.appVersion && lhs.build == rhs.build
  }

  /// Hashes the values that usually differ between records.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(date)
    hasher.combine(attempt)
  }
}

public import Nomad
internal import NomadFormat

/// The stable JSON form of a record, which every later version reads:
///
/// ```text
/// {
///   "event": "failed",                    // began, finished, failed, marked, merged, forgotten, checkpoint or a fact
///   "key": "version:2.0.0",
///   "name": "Tribe_2_0_0",
///   "module": "App",
///   "at": "2026-11-21T08:00:00.123Z",     // ISO 8601, in milliseconds and UTC
///   "milliseconds": 1500,
///   "attempt": 1,
///   "appVersion": "2.0.0",
///   "build": "",
///   "revert": true,                       // only if the attempt is to revert the tribe
///   "error": "The disk is full."          // of failed; "reason" of marked; "checkpoint" and "value" of checkpoint;
/// }                                       // "values" of all others: a list of texts
/// ```
extension LedgerRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case event, key, name, module, at, milliseconds, attempt, appVersion, build, error, reason, checkpoint, value,
      values, revert
  }

  /// Returns the keys that only certain events have.
  private static func keys(of kind: String) -> [CodingKeys] {
    switch kind {
    case "failed": [.error]
    case "marked": [.reason]
    case "checkpoint": [.checkpoint, .value]
    default: []
    }
  }

  /// Encodes the record in its stable form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind.word, forKey: .event)
    if isOfRevert { try container.encode(true, forKey: .revert) }
    try container.encode(Timestamp(date).text, forKey: .at)
    try container.encode(duration.wholeMilliseconds, forKey: .milliseconds)
    try container.encode(attempt, forKey: .attempt)
    let texts = [
      (CodingKeys.key, key.description), (.name, name), (.module, module ?? ""), (.appVersion, appVersion ?? ""),
      (.build, build ?? ""),
    ]
    let keys = Self.keys(of: kind.word)
    for (key, text) in texts + zip(keys, kind.fields) { try container.encode(text, forKey: key) }
    if keys.isEmpty, !kind.fields.isEmpty { try container.encode(kind.fields, forKey: .values) }
  }

  /// Decodes a record from its stable form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = { key in try container.decode(String.self, forKey: key) }
    let (event, time) = (try text(.event), try text(.at))
    let keys = Self.keys(of: event)
    let values = try keys.isEmpty ? container.decodeIfPresent([String].self, forKey: .values) ?? [] : keys.map(text)
    guard let kind = Kind(event, values) else {
      throw DecodingError.dataCorruptedError(
        forKey: .event,
        in: container,
        debugDescription: "\(event.debugDescription) is not an event that this version of Nomad knows"
      )
    }
    guard let timestamp = Timestamp(Array(time.utf8)[...]) else {
      throw DecodingError.dataCorruptedError(
        forKey: .at,
        in: container,
        debugDescription: "\(time.debugDescription) is not a time such as 2026-11-21T08:00:00.123Z"
      )
    }
    self.init(
      read: kind,
      key: LedgerKey(try text(.key)),
      name: try text(.name),
      module: try text(.module),
      timestamp: timestamp,
      milliseconds: max(0, try container.decode(Int64.self, forKey: .milliseconds)),
      attempt: try container.decode(Int.self, forKey: .attempt),
      appVersion: try text(.appVersion),
      build: try text(.build),
      isOfRevert: try container.decodeIfPresent(Bool.self, forKey: .revert) ?? false
    )
  }
}

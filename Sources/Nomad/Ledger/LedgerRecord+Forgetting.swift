extension LedgerRecord {
  /// Returns records that forget every tribe of other records, once each, and the version of a baseline.
  static func forgetting(_ records: [LedgerRecord], _ appVersion: String?) -> [LedgerRecord] {
    var last: [LedgerKey: Int] = [:]
    for (index, record) in records.enumerated() {
      let key = record.key
      // A kept baseline would make every tribe below its version late. A start without a baseline stays recorded.
      if !key.isStart || key.baseline != nil { last[key] = index }
    }
    return records.compactMap { record in
      guard let index = last.updateValue(-1, forKey: record.key), index >= 0 else { return nil }
      let last = records[index]
      guard last.kind != .forgotten else { return nil }
      return LedgerRecord(.forgotten, key: last.key, name: last.name, module: last.module, appVersion: appVersion)
    }
  }
}

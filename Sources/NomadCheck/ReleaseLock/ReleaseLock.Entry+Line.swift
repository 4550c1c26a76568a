import NomadGenCore

extension ReleaseLock.Entry {
  /// The word that replaces the release and the checksum of a tribe that has not shipped.
  static let unreleased = "unreleased"

  /// The line, without its newline.
  var line: String {
    var fields = [identity.writtenName, RegistryEmitter.source(target)]
    if let shipment {
      fields += [shipment.release, Self.digits(of: shipment.checksum)]
    } else {
      fields.append(Self.unreleased)
    }
    for (word, text) in words {
      fields.append(word)
      if let text { fields.append(RegistryEmitter.literal(text)) }
    }
    return fields.joined(separator: " ")
  }

  private static func digits(of checksum: UInt64) -> String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

import NomadGenCore
import NomadTargets

/// What tells a tribe from all others while nothing of it changes.
struct LockIdentity: Hashable {
  var module: String
  /// The qualified name, without the module and without backticks.
  var name: String
  var order: TribeOrder
}

extension LockIdentity {
  /// The tribe, as messages and the command line name it.
  var qualifiedName: String { Self.qualifiedName(of: name, in: module) }

  static func qualifiedName(of name: String, in module: String) -> String { module + "." + name }

  /// The same, in quotation marks if there is more in it than a name without backticks has.
  var writtenName: String {
    let name = qualifiedName
    let isPlain = name.utf8.allSatisfy { ByteClass.isIdentifierPart($0) || $0 == UInt8(ascii: ".") || $0 >= 0x80 }
    return isPlain ? name : RegistryEmitter.literal(name)
  }

  /// How to say that a finding about the tribe is meant to be so, as the end of a message.
  var acceptance: String { "or accept that with 'nomadctl lock --accept \(writtenName) --reason WHY'" }
}

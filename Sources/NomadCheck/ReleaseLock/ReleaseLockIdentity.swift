import NomadGenCore
import NomadSyntax
import NomadTargets

/// The properties that distinguish a tribe from all others as long as none of them changes.
struct ReleaseLockIdentity: Hashable {
  var module: String
  /// The qualified name, without the module and without backticks.
  var name: String
  var order: TribePosition
}

extension ReleaseLockIdentity {
  /// The tribe's name with its module, as messages and the command line write it.
  var qualifiedName: String { Self.qualifiedName(of: name, in: module) }

  static func qualifiedName(of name: String, in module: String) -> String { module + "." + name }

  /// The name with its module, in quotation marks if it contains characters that a name without backticks cannot have.
  var writtenName: String {
    let name = qualifiedName
    let isPlain = name.utf8.allSatisfy { ByteClass.isIdentifierPart($0) || $0 == UInt8(ascii: ".") || $0 >= 0x80 }
    return isPlain ? name : RegistryEmitter.literal(name)
  }

  /// The end of a message, which tells how to accept a finding about the tribe.
  var acceptance: String { "or accept the change with 'nomadctl lock --accept \(writtenName) --reason WHY'" }
}

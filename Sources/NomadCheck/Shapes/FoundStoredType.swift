import NomadGenCore
import NomadSyntax

/// A stored type while its shape is read.
struct FoundStoredType {
  /// A hand-written `init(from:)` or `encode(to:)`, whose bytes are in the file of a declaration.
  struct Code {
    var declaration: SymbolTable.ID
    var range: Range<Int>
  }

  var type: StoredType
  let symbol: Symbol

  /// The hand-written methods of coding.
  var decoders: [Code] = []
  var encoders: [Code] = []

  /// The declared types that it contains, which are stored with it.
  var parts: [Symbol] = []

  /// The names that other files may declare.
  var names: Set<String> = []
}

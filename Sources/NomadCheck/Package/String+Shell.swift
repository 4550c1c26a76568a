import NomadGenCore
import NomadSyntax

extension String {
  /// The text as one word of a shell's command line.
  var shellWord: String {
    let isPlain = utf8.allSatisfy { ByteClass.isIdentifierPart($0) || "-./=".utf8.contains($0) || $0 >= 0x80 }
    return isPlain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}

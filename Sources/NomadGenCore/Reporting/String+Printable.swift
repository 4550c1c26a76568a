extension String {
  /// The text on one line, with every character escaped that a terminal or a CI service could take for a command.
  ///
  /// These are control characters, characters that change the direction of writing, and the start of a CI runner's
  /// command. Sources, file names and ledgers may contain text from strangers.
  package var printable: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isPrintable {
        // GitHub's runner takes "##[" for a command anywhere in a line.
        if scalar == "[", result.hasSuffix("##") { result += "\\" }
        result.unicodeScalars.append(scalar)
      } else {
        result += scalar.escaped(asASCII: true)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is visible text that affects neither the terminal nor the text around it.
  package var isPrintable: Bool {
    if isASCII { return value >= 0x20 && value != 0x7F }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      return self == "\u{200D}"
    default: return true
    }
  }
}

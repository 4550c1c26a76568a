extension String {
  /// The text on one line that no terminal and no CI service takes for more than text: control characters, those that
  /// change the direction of writing, and the start of a runner's command are escaped.
  ///
  /// Strangers may have written what a source, a file's name or a ledger holds.
  package var printable: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isPrintable {
        // GitHub's runner takes "##[" for a command wherever it stands in a line.
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
  /// Whether a scalar is text, and does nothing to a terminal or to the text around it.
  package var isPrintable: Bool {
    if isASCII { return value >= 0x20 && value != 0x7F }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      return self == "\u{200D}"
    default: return true
    }
  }
}

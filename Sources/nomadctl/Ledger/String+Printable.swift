#if Nomadctl
  extension String {
    /// The text on one line that no terminal takes for more than text: control characters, and those that change the
    /// direction of writing, are escaped.
    ///
    /// What stands in a ledger may have been written by anybody.
    var printable: String {
      var result = ""
      for scalar in unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
          result += scalar == "\u{200D}" ? String(scalar) : scalar.escaped(asASCII: true)
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }
  }
#endif

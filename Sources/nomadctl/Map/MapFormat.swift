#if Nomadctl
  import ArgumentParser

  /// What a map is drawn as.
  enum MapFormat: String, ExpressibleByArgument, CaseIterable {
    case svg, html, mermaid, dot

    /// The format that a file's name asks for; nil if it asks for none.
    init?(file: String) {
      switch file.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased() {
      case "svg": self = .svg
      case "html", "htm": self = .html
      case "mmd", "mermaid": self = .mermaid
      case "dot", "gv": self = .dot
      default: return nil
      }
    }
  }
#endif

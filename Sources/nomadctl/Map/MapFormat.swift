#if Nomadctl
  import ArgumentParser

  /// The format in which a map is drawn.
  enum MapFormat: String, ExpressibleByArgument, CaseIterable {
    case svg, html, mermaid

    /// Creates the format for a file's name; nil if the name's ending belongs to no format.
    init?(file: String) {
      guard let ending = Self.ending(of: file) else { return nil }
      guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
      self = format
    }

    /// The endings of file names in the format.
    var endings: [String] {
      switch self {
      case .svg: ["svg"]
      case .html: ["html", "htm"]
      case .mermaid: ["mmd", "mermaid"]
      }
    }

    /// Returns the ending of a file's name in lowercase; nil if it has none.
    static func ending(of file: String) -> String? {
      file.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased()
    }
  }
#endif

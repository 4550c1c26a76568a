#if Nomadctl
  import ArgumentParser

  /// What a map is drawn as.
  enum MapFormat: String, ExpressibleByArgument, CaseIterable {
    case svg, html, mermaid, dot

    /// The format that a file's name asks for; nil if it asks for none of them.
    init?(file: String) {
      guard let ending = Self.ending(of: file) else { return nil }
      guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
      self = format
    }

    /// What the names of its files end in.
    var endings: [String] {
      switch self {
      case .svg: ["svg"]
      case .html: ["html", "htm"]
      case .mermaid: ["mmd", "mermaid"]
      case .dot: ["dot", "gv"]
      }
    }

    /// What a file's name ends in, in small letters; nil if it has no ending.
    static func ending(of file: String) -> String? {
      file.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased()
    }

    /// Endings of what is no text: whatever format is asked for, it cannot stand in such a file.
    static let imageEndings: Set = [
      "png", "jpg", "jpeg", "gif", "webp", "avif", "heic", "heif", "bmp", "ico", "tif", "tiff", "pdf", "eps", "ps",
      "svgz",
    ]
  }
#endif

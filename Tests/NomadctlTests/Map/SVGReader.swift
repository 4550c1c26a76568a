#if Nomadctl
  import Foundation

  #if canImport(FoundationXML)
    import FoundationXML
  #endif

  /// Reads a picture with an XML parser.
  final class SVGReader: NSObject, XMLParserDelegate {
    /// An element with its attributes and its own text.
    struct Element {
      let name: String
      let attributes: [String: String]
      var text = ""

      var classes: Set<Substring> { Set(attributes["class", default: ""].split(separator: " ")) }
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []

    /// Returns the elements of a document, in order; nil if it is not well-formed.
    static func elements(of text: String) -> [Element]? {
      let reader = SVGReader()
      let parser = XMLParser(data: Data(text.utf8))
      parser.delegate = reader
      return parser.parse() ? reader.elements : nil
    }

    func parser(
      _ parser: XMLParser,
      didStartElement name: String,
      namespaceURI: String?,
      qualifiedName: String?,
      attributes: [String: String]
    ) {
      open.append(elements.count)
      elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { elements[last].text += text }
    }
  }
#endif

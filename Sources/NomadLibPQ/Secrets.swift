#if LibPQ
  import Foundation

  /// The texts that no message of a connection may contain.
  struct Secrets: Sendable {
    private let texts: [String]

    /// Creates the secrets of a connection: its connection string and passwords.
    ///
    /// - Parameters:
    ///   - url: The connection string.
    ///   - passwords: The passwords, from whatever source.
    init(_ url: String, _ passwords: [String]) {
      let unreserved = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
      let encoded = passwords.compactMap { $0.addingPercentEncoding(withAllowedCharacters: unreserved) }
      // A shorter text is part of ordinary words. The longest comes first, because it may contain others.
      texts = Set([url] + passwords + encoded).filter { $0.utf8.count >= 4 }.sorted { $0.utf8.count > $1.utf8.count }
    }

    /// Returns a text in which each secret is replaced.
    func removed(from text: String) -> String {
      texts.reduce(text) { $0.replacingOccurrences(of: $1, with: "[hidden]", options: .literal) }
    }
  }
#endif

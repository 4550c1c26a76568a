#if LibPQ
  import CLibPQ

  /// A check of connection strings, which libpq must be able to read without a doubt.
  ///
  /// libpq quotes parts of a string that it cannot read, and takes a part of an ambiguous one for a name that a server
  /// quotes. Such a part may belong to a password, so those strings are refused before a connection is tried.
  enum ConnectionString {
    /// Throws if a text is not a connection string.
    ///
    /// - Parameter text: A URL that is valid by RFC 3986, or pairs of a keyword and a value.
    /// - Throws: ``LibPQError``, which never quotes the text.
    static func check(_ text: String) throws(LibPQError) {
      let isURL = ["postgresql:", "postgres:"].contains { text.utf8.starts(with: $0.utf8) }
      // A zero byte would end the string for libpq.
      guard !text.utf8.contains(0), !isURL || hasURLForm(text), let options = options(of: text) else {
        throw isURL ? .notURL : .notConnectionString
      }
      guard !options.contains(where: \.hidesConnectionString) else { throw .misplacedConnectionString }
    }

    /// Whether a text is a URL in which nothing but the end of the user's name and password is an `@`.
    ///
    /// libpq also accepts characters that RFC 3986 does not allow. It then cuts a password at its first `@` or `/`.
    private static func hasURLForm(_ text: String) -> Bool {
      let characters = /(?:[A-Za-z0-9\-._~!$&'()*+,;=:\/?@\[\]]|%[0-9A-Fa-f]{2})*/.matchingSemantics(.unicodeScalar)
      let parts =
        #/
        postgres(?:ql)?:// (?:[^@/?\[\]]*@)?
        (?:[^@:/?,\[\]]*|\[[^@/?,\[\]]+\])(?::[0-9]*)? (?:,(?:[^@:/?,\[\]]*|\[[^@/?,\[\]]+\])(?::[0-9]*)?)*
        (?:/[^@?\[\]]*)? (?:\?[^@\[\]]*)?
        /#.matchingSemantics(.unicodeScalar)
      return text.wholeMatch(of: characters) != nil && text.wholeMatch(of: parts) != nil
    }

    /// Returns the settings that a text gives; nil if libpq cannot read it.
    private static func options(of text: String) -> [Setting]? {
      // Its text about an error is not read, because it quotes parts of the string.
      let options = PQconninfoParse(text, nil)
      defer { PQconninfoFree(options) }
      return options.map(Setting.all)
    }
  }

  extension LibPQError {
    fileprivate static let notURL = hidden(
      "the connection string is not a URL that libpq accepts",
      "Write postgresql://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETER=VALUE, and percent-encode every character of a name "
        + "or a value that is not a letter, a digit or one of -._~ (an @ is %40)"
    )

    fileprivate static let notConnectionString = hidden(
      "the connection string has no form that libpq knows",
      "Write a URL that begins with postgresql://, or pairs such as host=HOST dbname=DATABASE, with single quotes around "
        + "a value that has spaces"
    )

    static let misplacedConnectionString = hidden(
      "the name of the host, the database or the user looks like a whole connection string",
      "Give that string to LibPQConnection.connect or to --database, and not as one of its parts or in the environment"
    )

    private static func hidden(_ problem: String, _ advice: String) -> LibPQError {
      LibPQError(description: "\(problem). It is not shown, because it may contain a password. \(advice)")
    }
  }
#endif

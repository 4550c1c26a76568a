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
        (?:[^@:/?,\[\]]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)? (?:,(?:[^@:/?,\[\]]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?)*
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
    fileprivate static let notURL = LibPQError(
      description: "the connection string is not a URL that libpq accepts: write "
        + "postgresql://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETER=VALUE with parameters of libpq, and percent-encode all "
        + "characters of names and values except letters, digits and -._~ (an @ is %40). The string is not shown, because "
        + "it may contain a password"
    )

    fileprivate static let notConnectionString = LibPQError(
      description: "the connection string is neither a URL that begins with postgresql:// nor pairs such as host=HOST "
        + "dbname=DATABASE, in which a value with spaces stands in single quotes. The string is not shown, because it "
        + "may contain a password"
    )

    static let misplacedConnectionString = LibPQError(
      description: "a setting of the connection, such as the name of the host or of the database, looks like a whole "
        + "connection string: give that string to LibPQConnection.connect. The setting is not shown, because it may "
        + "contain a password"
    )
  }
#endif

#if LibPQ
  import CLibPQ

  /// A setting of a connection, from its connection string, the environment, a service file or a default.
  struct Setting {
    let keyword: String
    let value: String
    /// Whether the value is a password, by libpq's own list of settings.
    let isSecret: Bool

    /// Whether a name, which messages quote, looks like a whole connection string.
    var hidesConnectionString: Bool {
      guard ["host", "hostaddr", "port", "dbname", "user", "service"].contains(keyword) else { return false }
      // Names such as `me@tenant` or `cn=me` are legal.
      return value.contains("://") || value.contains(":") && value.contains("@")
        || value.contains("password") && value.contains("=")
    }

    /// Returns the settings of a list of libpq that have a value.
    static func all(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [Setting] {
      var (settings, option) = ([Setting](), options)
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val {
          let isSecret = option.pointee.dispchar.map { String(cString: $0) == "*" } ?? false
          settings.append(
            Setting(keyword: String(cString: keyword), value: String(cString: value), isSecret: isSecret)
          )
        }
        option += 1
      }
      return settings
    }
  }
#endif

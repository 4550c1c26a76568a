#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadTargets

  extension SQLFileName {
    /// Creates the name of a new file.
    ///
    /// - Parameters:
    ///   - target: The target, which is legal.
    ///   - words: The description; an id is one already.
    /// - Throws: ``Failure`` if the name of a file cannot have the target or the words.
    init(of target: TribeTarget, describedAs words: String) throws {
      let words = words.split(separator: " ").joined(separator: "-")
      let name: String
      switch target {
      case .literal(let version), .dotted(let version):
        // A `+` separates words that could be a part of the version, too.
        let plain = "\(version)-\(words).sql"
        name = (try? Self(plain))?.target == target ? plain : "\(version)+\(words).sql"
      case .first, .once, .whenChanged, .always: name = "\(target.kind.rawValue)-\(target.text ?? words).sql"
      }
      do throws(Problem) {
        try self.init(name)
      } catch {
        throw Failure("--sql: the name '\(name)' gives no target: \(error.reason); \(error.remedy)")
      }
      guard try self.target.position() == target.position() else {
        throw Failure("--sql: the name of a file cannot have the target \(target); write the tribe in Swift")
      }
    }
  }
#endif

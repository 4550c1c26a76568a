#if Nomadctl
  import NomadCheck
  import NomadGenCore

  /// The modules that a build has compiled.
  protocol BuildProducts {
    /// Finds a module.
    ///
    /// - Parameters:
    ///   - name: The module's name.
    ///   - sources: The Swift files that the manifest gives to the module; empty for the module `Nomad`.
    /// - Returns: The module, or nil if the build did not compile it.
    /// - Throws: ``Failure`` if the compiler did not list the module's types.
    func module(_ name: String, of sources: [String]) throws(Failure) -> CompiledModule?
  }

  extension BuildProducts {
    /// Checks that the compiler lists the types that conform to Nomad's protocols.
    ///
    /// Without this check, a compiler that lists nothing would look like a package without tribes.
    ///
    /// - Returns: Whether the build compiled Nomad at all.
    /// - Throws: ``Failure`` if the compiler lists no ledger in Nomad, although Nomad has some.
    func checkLists() throws(Failure) -> Bool {
      guard let nomad = try module("Nomad", of: []) else { return false }
      guard try nomad.types().contains(where: { $0.conforms(to: "Nomad.Ledger") }) else {
        throw Failure("the compiler does not list the types that conform to Nomad's protocols: nothing was compared")
      }
      return true
    }
  }
#endif

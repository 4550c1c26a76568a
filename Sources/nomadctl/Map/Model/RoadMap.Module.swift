#if Nomadctl
  import NomadCheck
  import NomadGenCore

  extension RoadMap {
    /// A module on a map.
    struct Module {
      let name: String

      /// The module's position among all modules sorted by name, from 0.
      let number: Int

      /// The number of its tribes.
      let count: Int

      /// Returns the modules of some tribes, sorted by name.
      static func all(of tribes: [TribeSummary]) -> [Module] {
        // Group by bytes: two names that only look the same are two modules.
        let names = tribes.filter { $0.order != nil }.map { Array(Legible.text($0.module).utf8) }
        return Dictionary(grouping: names) { $0 }
          .sorted { $0.key.lexicographicallyPrecedes($1.key) }.enumerated()
          .map { Module(name: String(decoding: $1.key, as: UTF8.self), number: $0, count: $1.value.count) }
      }
    }
  }
#endif

import NomadPromiseKit

extension Outer.Nested: PromiseTribe {}

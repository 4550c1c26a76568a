public import NomadPromiseKit

/// A refinement for another module, of a protocol that this module imports.
public protocol Step: PromiseTribe {}

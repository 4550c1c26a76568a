public import NomadPromiseKit

/// A refinement that another module sees, of a protocol that this one has from elsewhere.
public protocol Step: PromiseTribe {}

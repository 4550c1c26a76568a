public import Nomad

/// A protocol of another module, which gives its tribes their `migrate()`.
public protocol Step: Tribe {}

extension Step {
  /// Prints the name of the type.
  public func migrate() async throws { print("\(Self.self) runs") }
}

/// A protocol of another module that has no defaults.
public protocol BareStep: Tribe {}

/// A base class of another module.
open class StepClass: Step {
  open class var target: TribeTarget { .once("step-class") }

  /// Creates the tribe.
  public required init() {}
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The struct `Nomad` hides the module `Nomad`, so `Nomad.Tribe` refers to a member of the struct. These aliases are
// such members. A nested alias cannot refer to a type of its own name, so it goes through an alias at file scope.

// Generated files use some of these aliases, because the user's module may declare a type with the same name.

/// The struct `Nomad`, for generated code only.
public typealias _Nomad = Nomad
/// The protocol `Tribe`, for generated code only.
public typealias _Tribe = Tribe
/// The property wrapper `TribeDependency`, for generated code only.
public typealias _TribeDependency<Value: Sendable> = TribeDependency<Value>
/// The struct `TribeRegistry`, for generated code only.
public typealias _TribeRegistry = TribeRegistry

extension Nomad {
  /// The protocol `Tribe`, for `Nomad.Tribe`.
  public typealias Tribe = _Tribe
  /// The property wrapper `TribeDependency`, for `Nomad.TribeDependency`.
  public typealias TribeDependency<Value: Sendable> = _TribeDependency<Value>
  /// The type `TribeRegistry`, for `Nomad.TribeRegistry`.
  public typealias TribeRegistry = _TribeRegistry
  /// The type `TribeTarget`, for `Nomad.TribeTarget`.
  public typealias TribeTarget = NomadTargets.TribeTarget
  /// The type `TribeVersion`, for `Nomad.TribeVersion`.
  public typealias TribeVersion = NomadTargets.TribeVersion
}

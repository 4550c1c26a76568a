// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A module whose sources the plugin does not see.

public import Nomad

public protocol Step: Tribe {}

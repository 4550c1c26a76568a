#if Nomadctl
  import ArgumentParser

  /// One of SwiftPM's build systems.
  enum BuildSystem: String, ExpressibleByArgument, CaseIterable {
    case native, swiftbuild
  }
#endif

#if Nomadctl
  import ArgumentParser

  /// A build system of SwiftPM's.
  enum BuildSystem: String, ExpressibleByArgument, CaseIterable {
    case native, swiftbuild
  }
#endif

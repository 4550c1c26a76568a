#if Nomadctl
  import ArgumentParser

  /// How a listing is printed.
  enum ListFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }
#endif

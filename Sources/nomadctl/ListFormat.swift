#if Nomadctl
  import ArgumentParser

  /// The format of printed output: text for people, or JSON for other programs.
  enum ListFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }
#endif

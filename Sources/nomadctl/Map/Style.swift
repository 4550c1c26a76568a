#if Nomadctl
  /// The style sheet of pictures, for light and dark backgrounds.
  ///
  /// The CSS file refers to colors as CSS variables. The colors replace them, because few programs that show SVG support
  /// variables.
  enum StyleSheet {
    /// The values of the color variables.
    static let variables: [(name: String, onLight: String, onDark: String)] = [
      ("paper", "#FBF8F2", "#191612"), ("panel", "#F2ECE0", "#231F19"), ("card", "#FFFFFF", "#2E2922"),
      ("edge", "#D8CDBA", "#4A4338"), ("ink", "#2A251E", "#F3ECE0"), ("dim", "#655C4F", "#BDB2A1"),
      ("road", "#4B453C", "#857B6C"), ("lane", "#F1DCAE", "#231F19"), ("past", "#B3A791", "#574F44"),
      ("runs", "#0A6B57", "#5ED3B4"), ("on-runs", "#FFFFFF", "#10231E"), ("waits", "#8A4B00", "#F0B45B"),
    ]

    private static let fonts = [
      ("sans", #"ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif"#),
      ("mono", #"ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace"#),
    ]

    /// The style of pictures.
    static let picture: String = {
      let rules = String(decoding: PackageResources.picture_css, as: UTF8.self)
      let light =
        replaced(in: rules, variables.map { ($0.name, $0.onLight) } + fonts)
        + modules { ".m\($0) .swatch { fill: \($1.onLight); }" }
      // Only rules with a color differ in dark mode.
      let colored = rules.split(separator: "\n").filter { rule in
        variables.contains { rule.contains("var(--\($0.name))") }
      }
      let dark =
        replaced(in: colored.joined(separator: "\n") + "\n", variables.map { ($0.name, $0.onDark) } + fonts)
        + modules { ".m\($0) .swatch { fill: \($1.onDark); }" }
      return "\n" + light + inDark(dark)
    }()

    /// Returns a rule for each color of modules.
    ///
    /// An element of class `m3` has the color with index 3.
    private static func modules(_ rule: (Int, Palette.Color) -> String) -> String {
      Palette.colors.enumerated().map { ".nomad-road " + rule($0, $1) + "\n" }.joined()
    }

    private static func inDark(_ rules: String) -> String {
      // Print in the light colors, because paper is light.
      "@media screen and (prefers-color-scheme: dark) {\n\(rules)}\n"
    }

    private static func replaced(in rules: String, _ values: [(name: String, value: String)]) -> String {
      values.reduce(rules) { rules, variable in
        rules.replacing("var(--\(variable.name))", with: variable.value)
      }
    }
  }

  /// The colors of modules, for light and dark backgrounds.
  ///
  /// Each color has a contrast of at least 4.5 to its background. Neighbors in the list differ in hue and lightness. If
  /// there are more modules than colors, the colors repeat. The module's name always accompanies its color.
  enum Palette {
    /// A color for three kinds of background.
    struct Color {
      let onLight: String
      let onDark: String
      /// A variant that is legible on light and on dark, for unknown backgrounds.
      let onEither: String
    }

    static let colors = [
      Color(onLight: "#0168B4", onDark: "#83C0FF", onEither: "#398AD6"),
      Color(onLight: "#973201", onDark: "#EC8A67", onEither: "#BA5530"),
      Color(onLight: "#057836", onDark: "#79D28D", onEither: "#399D57"),
      Color(onLight: "#84307F", onDark: "#D588CE", onEither: "#A4559E"),
      Color(onLight: "#796502", onDark: "#D5B94D", onEither: "#9E8406"),
      Color(onLight: "#016569", onDark: "#01BFC6", onEither: "#05888E"),
      Color(onLight: "#AA374A", onDark: "#FF99A1", onEither: "#CC5E6B"),
      Color(onLight: "#5346A7", onDark: "#A09BF6", onEither: "#7068C6"),
      Color(onLight: "#557200", onDark: "#A7C968", onEither: "#739425"),
      Color(onLight: "#824700", onDark: "#E3924B", onEither: "#AE6105"),
      Color(onLight: "#017460", onDark: "#45D5B6", onEither: "#069C82"),
      Color(onLight: "#6C3C9A", onDark: "#BB92E9", onEither: "#8B5FB9"),
    ]

    /// Returns the index of a module's color, given the module's number.
    static func index(of module: Int) -> Int { module % colors.count }
  }

  /// The symbols of stations on the road.
  ///
  /// Each kind of station has its own shape.
  enum Milestone {
    /// Draws a symbol around its center, within 12 pixels.
    static func shape(of kind: RoadMap.Station.Kind) -> [Markup] {
      func circle(_ radius: String) -> Markup { .node("circle", [("r", radius)]) }
      func path(_ style: String, _ data: String) -> Markup { .node("path", [("class", style), ("d", data)]) }
      return switch kind {
      case .release: [circle("10"), .node("circle", [("class", "dot"), ("r", "4")])]
      case .prerelease: [circle("10"), path("dot", "M-6 0A6 6 0 0 0 6 0Z")]
      case .step: [circle("6")]
      case .first: [circle("11"), path("dot", "M-3 -5L5 0L-3 5Z")]
      case .once: [path("frame", "M0 -12L12 0L0 12L-12 0Z")]
      case .changed:
        [path("frame", "M0 -12L12 0L0 12L-12 0Z"), path("loop", "M2.8 -1.7A3.4 3.4 0 1 0 3.1 1.4M3.2 -4V-1.5H.7")]
      case .merged: [circle("4")]
      case .always: [circle("11"), path("loop", "M4.2 -2.6A5 5 0 1 0 4.6 2M4.8 -6V-2.2H1")]
      }
    }

    /// Draws the mark of a sign.
    static func mark(of sign: RoadMap.Sign) -> [Markup] {
      switch sign {
      case .start: [.node("circle", [("class", "place"), ("r", "9")])]
      case .limit: [.node("path", [("class", "bar"), ("d", "M-15 0H15")])]
      case .oldest: [.node("path", [("class", "bar"), ("d", "M-15 -4H15M-15 4H15")])]
      }
    }
  }
#endif

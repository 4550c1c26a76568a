#if Nomadctl
  /// The style sheets of pictures and pages, for light and dark backgrounds.
  ///
  /// The CSS files refer to colors as CSS variables. Pages define these variables. In pictures, the colors replace
  /// them, because few programs that show SVG support variables.
  enum StyleSheet {
    /// The values of the color variables.
    private static let variables: [(name: String, onLight: String, onDark: String)] = [
      ("paper", "#FBF8F2", "#191612"), ("panel", "#F2ECE0", "#231F19"), ("card", "#FFFFFF", "#2E2922"),
      ("edge", "#D8CDBA", "#4A4338"), ("ink", "#2A251E", "#F3ECE0"), ("dim", "#655C4F", "#BDB2A1"),
      ("road", "#4B453C", "#857B6C"), ("lane", "#F1DCAE", "#231F19"), ("past", "#B3A791", "#574F44"),
      ("runs", "#0A6B57", "#5ED3B4"), ("on-runs", "#FFFFFF", "#10231E"), ("waits", "#8A4B00", "#F0B45B"),
    ]

    private static let fonts = [
      ("sans", #"ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif"#),
      ("mono", #"ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace"#),
    ]

    /// The style of the marks on the road.
    private static let marks = String(decoding: PackageResources.marks_css, as: UTF8.self)

    /// The style of pages.
    static let page: String = {
      func root(_ color: (_ onLight: String, _ onDark: String) -> String) -> String {
        let values = variables.map { "--\($0.name): \(color($0.onLight, $0.onDark));" }.joined(separator: " ")
        return ".nomad-road { \(values) }\n"
          + modules { ".m\($0) { --module: \(color($1.onLight, $1.onDark)); }" }
      }
      let text = fonts.map { "--\($0): \($1);" }.joined(separator: " ")
      return "\n.nomad-road { \(text) }\n" + root { light, _ in light } + inDark(root { _, dark in dark }) + marks
        + String(decoding: PackageResources.page_css, as: UTF8.self)
    }()

    /// The style of pictures.
    static let picture: String = {
      let rules = marks + String(decoding: PackageResources.picture_css, as: UTF8.self)
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
#endif

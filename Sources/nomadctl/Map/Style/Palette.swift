#if Nomadctl
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
#endif

#if Nomadctl
  import Foundation
  import Testing

  @testable import nomadctl

  @Suite struct StyleSheetTests {
    /// Returns the relative luminance of a color, `#RRGGBB` (WCAG 2.2).
    private func luminance(_ color: String) throws -> Double {
      let value = try #require(Int(color.dropFirst(), radix: 16))
      let parts = [16, 8, 0].map { shift in
        let part = Double(value >> shift & 0xFF) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private func contrast(_ one: String, _ other: String) throws -> Double {
      let values = [try luminance(one), try luminance(other)].sorted()
      return (values[1] + 0.05) / (values[0] + 0.05)
    }

    /// Returns the colors by name, for light and for dark mode.
    private func colors() -> [[String: String]] {
      [
        Dictionary(uniqueKeysWithValues: StyleSheet.variables.map { ($0.name, $0.onLight) }),
        Dictionary(uniqueKeysWithValues: StyleSheet.variables.map { ($0.name, $0.onDark) }),
      ]
    }

    @Test("All text has a contrast of at least 4.5 to its background, in light and in dark mode")
    func text() throws {
      for colors in colors() {
        for text in ["ink", "dim", "runs", "waits"] {
          for ground in ["paper", "panel", "card"] {
            let ratio = try contrast(#require(colors[text]), #require(colors[ground]))
            #expect(ratio >= 4.5, "\(text) on \(ground)")
          }
        }
        #expect(try contrast(#require(colors["on-runs"]), #require(colors["runs"])) >= 4.5)
        // Not text, so WCAG requires a contrast of 3.
        #expect(try contrast(#require(colors["road"]), #require(colors["panel"])) >= 3)
      }
    }

    @Test("A picture uses no CSS variables, which few programs support, and has colors for dark mode")
    func picture() throws {
      let halves = StyleSheet.picture.components(separatedBy: "@media")
      #expect(halves.count == 2 && !StyleSheet.picture.contains("var(") && !StyleSheet.picture.contains("--"))
      for half in zip(halves, colors()) {
        for (name, color) in half.1 { #expect(half.0.contains(color), "\(name)") }
      }
    }

    @Test("The twelve module colors have enough contrast to every background")
    func modules() throws {
      let grounds = try colors().map { colors in try ["paper", "panel", "card"].map { try #require(colors[$0]) } }
      #expect(Palette.colors.count == 12)
      for color in Palette.colors {
        for ground in grounds[0] { #expect(try contrast(color.onLight, ground) >= 4.5) }
        for ground in grounds[1] { #expect(try contrast(color.onDark, ground) >= 4.5) }
        for ground in ["#FFFFFF", "#0D1117"] { #expect(try contrast(color.onEither, ground) >= 3) }
      }
      #expect(Set(Palette.colors.map(\.onLight)).count == 12 && Palette.index(of: 13) == 1)
    }
  }
#endif

#if Nomadctl
  /// The road as a self-contained SVG picture, for light and dark backgrounds.
  ///
  /// Its rows are below one another, and its columns are as wide as their longest texts.
  struct RoadPicture {
    private let map: RoadMap

    /// The horizontal position of the road, in pixels like all numbers in a picture.
    private let road: Int

    private let width: Int

    /// The space around everything.
    private static let margin = 28

    /// The height of a line of text.
    private static let line = 20

    init(map: RoadMap) {
      self.map = map
      let labels = map.rows.map { if case .stop(let stop) = $0 { Self.width(of: stop.label, size: 18) } else { 0 } }
      road = Self.margin + (labels.max() ?? 0) + 24
      let start = road + 40
      let texts = map.rows.flatMap(Self.texts).map { start + Self.width(of: $0.text, size: $0.size) }
      let headings = map.summary.map { Self.width(of: $0, size: 15) } + [Self.width(of: map.title, size: 26)]
      width = max(texts.max() ?? 0, Self.margin + (headings.max() ?? 0)) + 2 * Self.margin
    }

    /// Returns the text of the document.
    func svg() -> String {
      var y = Self.margin + 24
      var lines = [Self.text(map.title, x: Self.margin, y: y, "title")]
      for sentence in map.summary {
        y += 24
        lines.append(Self.text(sentence, x: Self.margin, y: y, "summary"))
      }
      y += 20
      var last: (mark: Int, style: String)?
      for row in map.rows {
        let (mark, style) = (y + 18, Self.style(of: row))
        let isSign = if case .sign = row { true } else { false }
        // The road to a sign is that of the tribe before it.
        let roadStyle = isSign ? last?.style ?? "plain" : style
        if let last { lines.append("<path class=\"road \(roadStyle)\" d=\"M\(road) \(last.mark + 9)V\(mark - 9)\"/>") }
        lines += drawn(row, style, at: y, mark: mark)
        last = (mark, roadStyle)
        y += Self.height(of: row) + 10
      }
      return document(lines, height: y + Self.margin - 10)
    }

    /// Returns the elements of a row, given its upper end and the position of its mark on the road.
    private func drawn(_ row: RoadMap.Row, _ style: String, at y: Int, mark: Int) -> [String] {
      var lines = ["<g class=\"\(style)\">"]
      switch row {
      case .stop(let stop):
        let size = "width=\"\(width - road - 24 - Self.margin)\" height=\"\(Self.height(of: row))\""
        lines.append("<rect class=\"card\" x=\"\(road + 24)\" y=\"\(y)\" \(size) rx=\"8\"/>")
        lines.append(Self.text(stop.label, x: road - 24, y: mark + 6, "label"))
      case .sign:
        let path = "M\(Self.margin) \(mark)H\(road - 9)M\(road + 9) \(mark)H\(road + 34)"
        lines.append("<path class=\"line\" d=\"\(path)\"/>")
      }
      lines.append("<circle class=\"mark\" cx=\"\(road)\" cy=\"\(mark)\" r=\"8\"/>")
      for (number, part) in Self.texts(of: row).enumerated() {
        lines.append(Self.text(part.text, x: road + 40, y: y + 23 + number * Self.line, part.style))
      }
      return lines + ["</g>"]
    }

    private func document(_ lines: [String], height: Int) -> String {
      """
      <svg xmlns="http://www.w3.org/2000/svg" class="nomad-road" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="graphics-document document" aria-labelledby="nomad-road-title" \
      aria-describedby="nomad-road-description" lang="en">
      <title id="nomad-road-title">\(Self.escaped(map.title))</title>
      <desc id="nomad-road-description">\(Self.escaped(map.summary.joined(separator: " ")))</desc>
      <style>
      \(Self.style)</style>
      <rect class="paper" width="\(width)" height="\(height)" rx="14"/>
      \(lines.joined(separator: "\n"))
      </svg>

      """
    }

    /// The lines of a row, each with its style and its size, which is larger for bold text.
    private static func texts(of row: RoadMap.Row) -> [(text: String, style: String, size: Int)] {
      switch row {
      case .sign(_, let text): [(text, "sign", 17)]
      case .stop(let stop):
        [(stop.name, "name", 18), ("\(stop.target) · \(stop.place)", "code", 13)]
          + (stop.remarks.isEmpty ? [] : [(stop.remarks.joined(separator: " · "), "code", 13)])
          + (stop.reason.map { [($0, "sign", 17)] } ?? [])
      }
    }

    private static func height(of row: RoadMap.Row) -> Int { texts(of: row).count * line + 16 }

    private static func style(of row: RoadMap.Row) -> String {
      switch row {
      case .stop(let stop): stop.fate?.rawValue ?? "plain"
      case .sign(.start, _): "runs"
      case .sign(.limit, _): "waits"
      case .sign(.oldest, _): "plain"
      }
    }

    /// Returns an estimate of a text's width, because a picture does not know the fonts of its viewer.
    private static func width(of text: String, size: Int) -> Int {
      text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 61 : 115) } * size / 100
    }

    /// Returns a line of text, positioned by its baseline.
    private static func text(_ text: String, x: Int, y: Int, _ style: String) -> String {
      "<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">\(escaped(text))</text>"
    }

    private static func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
  }

  extension RoadPicture {
    /// The colors of elements, for light and for dark backgrounds.
    ///
    /// Text on paper and on cards has a contrast of at least 4.5.
    static let colors: [(name: String, rule: String, light: String, dark: String)] = [
      ("paper", ".nomad-road .paper { fill", "#FBF8F2", "#191612"),
      ("card", ".nomad-road .card, .nomad-road .mark { fill", "#FFFFFF", "#2E2922"),
      ("ink", ".nomad-road, .nomad-road .name, .nomad-road .label { color", "#2A251E", "#F3ECE0"),
      ("dim", ".nomad-road .code, .nomad-road .done { color", "#655C4F", "#BDB2A1"),
      ("runs", ".nomad-road .runs { color", "#0A6B57", "#5ED3B4"),
      ("waits", ".nomad-road .waits { color", "#8A4B00", "#F0B45B"),
    ]

    private static let style = """
      .nomad-road { font: 15px ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
      .nomad-road text { fill: currentColor; white-space: pre; }
      .nomad-road .title { font-size: 26px; font-weight: 700; }
      .nomad-road .label { font-size: 16px; font-weight: 600; text-anchor: end; }
      .nomad-road .name { font-size: 16px; font-weight: 600; }
      .nomad-road .code { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
      .nomad-road .sign { font-weight: 600; }
      .nomad-road .card, .nomad-road .mark, .nomad-road .road, .nomad-road .line { stroke: currentColor; }
      .nomad-road .mark { stroke-width: 4; }
      .nomad-road .road { stroke-width: 8; }
      .nomad-road .line { stroke-width: 2; stroke-dasharray: 2 4; }
      .nomad-road .runs .card { stroke-width: 2; }
      .nomad-road .waits .card, .nomad-road .road.waits { stroke-dasharray: 5 4; }
      \(colors.map { "\($0.rule): \($0.light); }\n" }.joined())\
      .nomad-road .runs .mark { fill: currentColor; }
      @media screen and (prefers-color-scheme: dark) {
      \(colors.map { "\($0.rule): \($0.dark); }\n" }.joined())\
      .nomad-road .runs .mark { fill: currentColor; }
      }

      """
  }
#endif

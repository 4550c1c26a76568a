#if Nomadctl
  import NomadCheck
  import NomadGenCore
  @testable import nomadctl

  /// Tribes for maps, made from source text.
  enum Roads {
    /// Returns the source of a tribe, on one line.
    static func tribe(_ name: String, _ target: String) -> String {
      "struct \(name): Tribe { static let target: TribeTarget = \(target) }\n"
    }

    /// Returns the tribes of some modules, each with the text of its only file.
    static func tribes(_ modules: [String: String]) -> [Tribe] {
      let tribes = modules.sorted { $0.key < $1.key }.flatMap { module, text in
        (try? Check.check(module: module, sources: ["Sources/\(module)/Tribes.swift": text]).tribes) ?? []
      }
      return MigrationOrder.sorted(tribes)
    }

    /// The source of one tribe of every kind, in migration order.
    static let sample = [
      ("Before", ".first"), ("A", #".literal("1.0.0")"#), ("B", #".dotted("1.0.0-1")"#),
      ("C", #".literal("2.0.0-beta.1")"#), ("D", #".literal("2.0.0")"#), ("E", #".once("move")"#), ("F", ".always"),
    ].map(tribe).joined()

    /// Ids that contain syntax of a map's format.
    static let hostile = [
      "</script><script>alert(1)</script>", "</style></title></svg>", "<!--", "-->", "]]>", "<![CDATA[", "&", "&amp;",
      "a & b", "'", "`code`", "#quot;", "#35;", "%%{init}%%", "end", "style x:y;#35;", "classDef a:b#1;", "]:::m0",
      "a|b",
      "${x}", "N G l", "a  b", "😀👩‍👩‍👧‍👦", "日本 ünïcödé", "javascript:alert(1)", "\u{85}\u{FFFE}\u{FEFF}",
      "\u{202E}gnp.exe", "subgraph x", "{\"a\":1}", "\\N\\G", "onload=alert(1) x=\"", "<b>", "click a href",
    ]

    /// The sources of tribes with these ids.
    static let hostileSource = hostile.enumerated().map { tribe("T\($0)", ".once(\($1.debugDescription))") }.joined()
  }
#endif

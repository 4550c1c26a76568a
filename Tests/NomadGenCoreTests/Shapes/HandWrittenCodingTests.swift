import NomadCheck
import Testing

/// Hand-written coding is read as the values that it decodes and encodes, as far as its statements tell.
struct HandWrittenCodingTests {
  @Test(
    "Decoding",
    arguments: [
      ("a = try c.decode(Int.self, forKey: .a)", "{ a: Int }"),
      ("a = try c.decode(Int.self, forKey: CodingKeys.a)", "{ a: Int }"),
      ("a = try c.decodeIfPresent(Int.self, forKey: .a) ?? 0", "{ a: Int? }"),
      ("a = (try c.decodeIfPresent(Int.self, forKey: .a)) ?? 0", "{ a: Int? }"),
      ("a = (try? c.decode(Int.self, forKey: .a)) ?? 0", "{ try? a: Int? }"),
      ("if let a = try? c.decode(Int.self, forKey: .a) { self.a = a } else { a = 0 }", "{ try? a: Int? }"),
      ("guard let a = try c.decodeIfPresent(Int.self, forKey: .a) else { a = 0; return }; self.a = a", "{ a: Int? }"),
      ("do { a = try c.decode(Int.self, forKey: .a) } catch { a = 0 }", "{ try? a: Int? }"),
      ("do { a = try c.decode(Int.self, forKey: .a) } catch is DecodingError { a = 0 }", "{ a: Int }"),
      ("if c.contains(.a) { a = try c.decode(Int.self, forKey: .a) } else { a = 0 }", "{ a: Int? }"),
      (
        "if let text = try? c.decode(String.self, forKey: .a) { a = text.count } else { a = try c.decode(Int.self, forKey: .a) }",
        "{ a: Int | String # }"
      ),
      ("a = try c.decodeNil(forKey: .a) ? 0 : c.decode(Int.self, forKey: .a)", "{ a: Int # }"),
      ("let a = try c.decode(Int.self, forKey: .a); self.a = a", "{ a: Int }"),
      ("let a = try c.decode(Int.self, forKey: .a); self.a = a + 1", "{ a: Int # }"),
      ("let b = try c.decode(String.self, forKey: .b); a = Int(\"\\(b)1\")!", "{ b: String # }"),
      ("a = try c.decodeIfPresent(Int.self, forKey: .b) ?? c.decode(Int.self, forKey: .a)", "{ a = b: Int?, a: Int }"),
      ("guard c.contains(.a) else { a = 0; return }; a = try c.decode(Int.self, forKey: .a)", "{ a: Int? }"),
      (
        "guard !c.contains(.b) else { a = try c.decode(Int.self, forKey: .b); return }; a = 0",
        "{ a = b: Int?, 1 other }"
      ),
      ("if !c.contains(.a) { a = 0 } else { a = try c.decode(Int.self, forKey: .a) }", "{ a: Int? }"),
      ("if c.contains(.a) == false { a = 0 } else { a = try c.decode(Int.self, forKey: CodingKeys.a) }", "{ a: Int? }"),
      ("if c.contains(.a), let a = try c.decode(Int?.self, forKey: .a) { self.a = a } else { a = 0 }", "{ a: Int? }"),
      ("if c.contains(.b) { a = 0 } else { a = try c.decode(Int.self, forKey: .b) }", "{ a = b: Int, 2 other }"),
      ("if flags.contains(.a) { a = try c.decode(Int.self, forKey: .a) } else { a = 0 }", "{ a: Int }"),
      (
        "switch try c.decode(B.self, forKey: .b).kind { case .a: a = try c.decode(Int.self, forKey: .a); default: a = 0 }",
        "{ a: Int, b: B #, 2 label }"
      ),
      ("let a = try c.decode(Int.self, forKey: .a); self.init(a: a)", "{ a: Int }"),
      ("let b = try c.decode(String.self, forKey: .b); let n = Int(b)!; a = n * 60", "{ b: String #, 1 other }"),
      (
        "let b = try c.decode(String.self, forKey: .b); let n = b.count; let m = n * 2; a = m",
        "{ b: String #, 2 other }"
      ),
      ("let n = try number(from: c); a = n * 60", "{ 1 statement, 1 other }"),
      ("let d = c; a = try d.decode(Int.self, forKey: .a); _ = c.allKeys", "{ 2 statement, 1 other }"),
      ("a = try c.decode(String.self, forKey: .a).count", "{ a: String # }"),
      ("a = try Self.number(c.decode(String.self, forKey: .a))", "{ a: String # }"),
      ("a = try c.decode([Int].self, forKey: .a).reduce(into: 0) { $0 += $1 }", "{ a: [Int] # }"),
      ("a = try c.decode(Int.self, forKey: .b)", "{ a = b: Int }"),
      ("a = 0; _ = try c.decode(Int.self, forKey: .a)", "{ a: Int # }"),
      ("let a = try c.decode(Int.self, forKey: .b); self.a = a", "{ a = b: Int }"),
      ("a = 0", ""),
      ("a = try c.decode(Int.self, forKey: .a); reset()", "{ a: Int, 1 other }"),
      ("let f = DateFormatter(); a = try c.decode(Int.self, forKey: .a)", "{ a: Int }"),
      ("a = try c.decode(Int.self, forKey: .a); a *= 2", "{ a: Int, 1 other }"),
      ("let factor = 2; a = try c.decode(Int.self, forKey: .a) * factor", "{ a: Int #, 1 other }"),
      ("a = try c.decode(Int.self, forKey: .a); if a > 1 { a = 1 } else { a = 2 }", "{ a: Int, 2 other }"),
      ("if let b = try? c.decode(Int.self, forKey: .b) { a = b } else { a = 0 }", "{ try? a = b: Int? }"),
      ("a = Int(\"\\(try c.decode(String.self, forKey: .b))\")!", "{ 1 statement }"),
      ("a = try c.decode(Int.self, forKey: .a); super.init()", "{ a: Int, 1 other }"),
      ("a = try c.decode(Int.self, forKey: .a); try super.init(from: decoder)", "{ a: Int, 1 other }"),
      (
        "let b = try c.decode(String.self, forKey: .b); switch b { case \"x\": a = 1; default: a = 2 }",
        "{ b: String #, 2 label }"
      ),
      ("a = try number(from: c)", "{ 1 statement }"),
      ("guard c.allKeys.isEmpty else { throw Failure() }", "{ 2 statement }"),
      ("for key in c.allKeys { a += try c.decode(Int.self, forKey: key) }", "{ 1 statement }"),
      (
        "let inner = try c.nestedContainer(keyedBy: CodingKeys.self, forKey: .b); a = try inner.decode(Int.self, forKey: .a)",
        "{ a = b.a: Int }"
      ),
      (
        "var list = try c.nestedUnkeyedContainer(forKey: .b); a = try list.decode(Int.self); _ = try list.decode(B.self)",
        "{ b.\"0\": Int #, b.\"1\": B # }"
      ),
      (
        "var list = try c.nestedUnkeyedContainer(forKey: .b); while !list.isAtEnd { a += try list.decode(Int.self) }",
        "{ 1 statement }"
      ),
      ("a = try decoder.singleValueContainer().decode(Int.self)", "{ self: Int }"),
      ("let value = try decoder.singleValueContainer(); a = try value.decode(Int.self)", "{ self: Int }"),
      ("a = try B(from: decoder).value", "{ self: B # }"),
      ("self = try JSONDecoder().decode(Self.self, from: Data(from: decoder))", "{ self: Data # }"),
      (
        "#if DEBUG\na = try c.decode(Int.self, forKey: .a)\n#else\na = try c.decode(Int8.self, forKey: .a)\n#endif",
        "{ a: Int if \"DEBUG\", a: Int8 if \"!DEBUG\" }"
      ),
      (
        "switch try c.decode(String.self, forKey: .b) { case \"one\": a = 1; default: a = try c.decode(Int.self, forKey: .a) }",
        "{ a: Int, b: String, 2 label }"
      ),
    ]
  )
  func decoding(body: String, expected: String) throws {
    let container =
      body.contains("c.") || body.contains(": c)") ? "let c = try decoder.container(keyedBy: CodingKeys.self)\n" : ""
    let type = try #require(
      try storedTypes(
        """
        struct A: Codable, Stored {
          var a: Int
          enum CodingKeys: CodingKey { case a, b }
          init(from decoder: any Decoder) throws {
            \(container)\(body)
          }
        }
        struct B: Codable { var value: Int }
        """
      )
      .first { $0.name == "A" }
    )
    #expect((type.shape.decoding?.summary ?? "").dropFirst() == expected)
  }

  @Test("Code counts with the branch of #if that it is in, and with the functions that an interpolation calls")
  func surroundings() throws {
    func shape(_ body: String, factor: Int = 1) throws -> Shape? {
      try storedTypes(
        """
        struct A: Codable, Stored {
          var a: String
          init(from decoder: any Decoder) throws {
            let c = try decoder.container(keyedBy: CodingKeys.self)
            a = try c.decode(String.self, forKey: .a)
            \(body)
          }
          func number(_ c: KeyedDecodingContainer<CodingKeys>) -> Int { \(factor) }
        }
        """
      ).first?.shape
    }
    let bodies = [
      "try log(c)", "#if os(iOS)\ntry log(c)\n#endif", "#if os(macOS)\ntry log(c)\n#endif", "a += \"x\"",
      "#if os(iOS)\na += \"x\"\n#endif",
    ]
    let shapes = try bodies.map { try #require(try shape($0)) }
    for (index, other) in shapes.enumerated() { #expect(shapes.firstIndex(of: other) == index, "\(bodies[index])") }
    let literal = #"a = "\(number(c))""#
    #expect(try shape(literal) != shape(literal, factor: 2))
  }

  @Test("Code that is nested too deeply to be read counts as a whole")
  func nested() throws {
    let (count, value) = (50_000, "a = try c.decode(Int.self, forKey: .a)")
    let body = String(repeating: "do {", count: count) + value + String(repeating: "}", count: count)
    let type = try storedTypes(
      """
      struct A: Codable, Stored {
        var a: Int
        init(from decoder: any Decoder) throws {
          let c = try decoder.container(keyedBy: CodingKeys.self)
          \(body)
        }
      }
      """
    ).first
    #expect(type?.shape.decoding?.summary.contains("1 statement") == true)
  }

  @Test(
    "Encoding",
    arguments: [
      ("try c.encode(a, forKey: .a)", "{ a: Int }"),
      ("try c.encode(self.a, forKey: .a)", "{ a: Int }"),
      ("try c.encodeIfPresent(b, forKey: .b)", "{ b: String? }"),
      ("if a > 0 { try c.encode(a, forKey: .a) }", "{ a: Int? }"),
      ("try c.encode(1, forKey: .a)", "{ a: Int }"),
      ("try c.encode(0xE, forKey: .a)", "{ a: Int }"),
      ("try c.encode(0x1p3, forKey: .a)", "{ a: Double }"),
      ("try c.encode(1e3, forKey: .a)", "{ a: Double }"),
      ("try c.encode(\"one\", forKey: .a)", "{ a: String }"),
      ("try c.encode(true, forKey: .a)", "{ a: Bool }"),
      ("try c.encodeNil(forKey: .b)", "{ b: _ }"),
      ("try c.encode(kind.rawValue, forKey: .a)", "{ a: String }"),
      ("try c.encode(a + 1, forKey: .a)", "{ a: _ # }"),
      ("let a = \"\\(a)\"; try c.encode(a, forKey: .a)", "{ a: _ # }"),
      ("let a = \"\\(a)\"; try c.encode(self.a, forKey: .a)", "{ a: Int }"),
      ("try c.encode(B(value: a), forKey: .a)", "{ a: B }"),
      ("try a.encode(to: encoder)", "{ self: Int }"),
      ("try B(value: a).encode(to: encoder)", "{ self: B }"),
      ("try write(to: &c)", "{ 1 statement }"),
    ]
  )
  func encoding(body: String, expected: String) throws {
    let type = try #require(
      try storedTypes(
        """
        struct A: Codable, Stored {
          var a: Int
          var b: String?
          var kind: Kind
          enum CodingKeys: CodingKey { case a, b }
          func encode(to encoder: any Encoder) throws {
            var c = encoder.container(keyedBy: CodingKeys.self)
            \(body)
          }
        }
        struct B: Codable { var value: Int }
        enum Kind: String, Codable { case one }
        """
      )
      .first { $0.name == "A" }
    )
    #expect((type.shape.encoding?.summary ?? "").dropFirst() == expected)
  }
}

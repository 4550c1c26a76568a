import NomadTargets
import Testing
import ToolSupport

@Suite struct PositionTests {
  @Test("The kinds of targets are ordered .first, versions, .once, .whenChanged, .always, whatever their values")
  func kinds() throws {
    let chain: [TribeTarget] = [
      .first, .literal("0.0.0-0"), .dotted("0.0"), .literal("0.0.1"), .dotted("99999999999999999999.0-9"),
      .once("!"),
      .once("0.0.0"), .once("a"), .once("é"), .whenChanged("!"), .whenChanged("a"), .whenChanged("é"), .always,
    ]
    let orders = try chain.map { try $0.position() }
    for (index, lesser) in orders.enumerated() {
      #expect(!(lesser < lesser) && lesser == lesser)
      for greater in orders[(index + 1)...] {
        #expect(lesser < greater)
        #expect(!(greater < lesser) && lesser != greater)
      }
    }
  }

  @Test("Once-ids are ordered by their bytes, so different Unicode spellings are different ids")
  func ids() throws {
    let orders = try ["10", "9", "B", "a", "e\u{301}", "\u{E9}", "🧭"].map { try TribeTarget.once($0).position() }
    #expect(orders == orders.sorted())
    #expect(Set(orders).count == orders.count)
  }

  @Test("Tribes can share .first and .always, but not a version or a once-id")
  func shareable() throws {
    #expect(try TribeTarget.first.position().isShareable)
    #expect(try TribeTarget.always.position().isShareable)
    #expect(try !TribeTarget.literal("1.0.0").position().isShareable)
    #expect(try !TribeTarget.dotted("1.0").position().isShareable)
    #expect(try !TribeTarget.once("a").position().isShareable)
    #expect(try !TribeTarget.whenChanged("a").position().isShareable)
  }

  @Test("The order of random mixed targets is total", arguments: 1...4 as ClosedRange<UInt64>)
  func total(seed: UInt64) throws {
    var targets = RandomTargets(seed: seed)
    let orders = try (0..<400).map { _ in try targets.next().position() }.sorted()

    // Equal neighbors share a position. If every pair agrees with its positions, the order is also transitive.
    var places: [Int] = []
    for (index, order) in orders.enumerated() {
      let previous = places.last ?? -1
      places.append(index > 0 && orders[index - 1] == order ? previous : previous + 1)
    }
    #expect(
      Set(places).count < places.count - 20 && Set(places).count > 100,
      "the sample has to hold many ties"
    )

    var broken: [String] = []
    for (left, leftPlace) in zip(orders, places) {
      for (right, rightPlace) in zip(orders, places) {
        let agrees =
          (left < right) == (leftPlace < rightPlace)
          && (left == right) == (leftPlace == rightPlace)
          && (left > right) == (right < left)
          && (left <= right) == !(right < left)
          && (left != right || left.hashValue == right.hashValue)
        if !agrees { broken.append("\(left) against \(right)") }
      }
    }
    #expect(broken.isEmpty)
  }

  @Test(
    "The sorted order does not depend on the initial order",
    arguments: 1...4 as ClosedRange<UInt64>
  )
  func sorting(seed: UInt64) throws {
    var targets = RandomTargets(seed: seed)
    var generator = SeededGenerator(seed: seed)
    let orders = try (0..<200).map { _ in try targets.next().position() }
    #expect(orders.shuffled(using: &generator).sorted() == orders.sorted())
  }
}

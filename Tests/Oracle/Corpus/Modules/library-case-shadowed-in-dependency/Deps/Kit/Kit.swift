// no tribes
public import Nomad

public typealias Aim = TribeTarget

extension Aim {
  public static func once(_ id: StaticString) -> Aim { .dotted("9.8") }
}

public let current: StaticString = "move-notes"

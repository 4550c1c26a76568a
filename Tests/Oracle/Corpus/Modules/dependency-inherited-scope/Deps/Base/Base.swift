// no tribes
public import Nomad

open class Root {
  public typealias Step = Tribe
  public init() {}
}

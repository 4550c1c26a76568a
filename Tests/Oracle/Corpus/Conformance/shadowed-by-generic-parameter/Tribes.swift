// no tribes
class Outer<Tribe: AnyObject> {
  func use(_ tribe: Tribe) {}
}

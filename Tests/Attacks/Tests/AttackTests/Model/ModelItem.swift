/// A struct that tribes of random histories save.
///
/// The order of its keys must not make equal values look new.
struct ModelItem: Codable {
  var number: Int
  var title = "item"
  var size = 4
  var isOpen = true
  var parts = ["first": 1, "second": 2, "third": 3]
}

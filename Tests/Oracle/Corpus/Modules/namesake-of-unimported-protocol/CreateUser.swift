import Fluentish

struct CreateUser: Migration {
  func prepare() {}
}

import Nomad

enum Migrations {
  struct AddTags: Tribe {
    static let target: TribeTarget = .dotted("1.1")
    func migrate() async throws {}
  }

  struct AddTagsAgain: Tribe {
    static let target: TribeTarget = .dotted("1.1-1")
    func migrate() async throws {}
  }

  enum V3 {
    struct `switch`: Tribe {
      static let target: TribeTarget = .dotted("3.0.3.9.6")
      func migrate() async throws {}
    }
  }
}

// no tribes
// flags: -D PromiseKit
#if PromiseKit
  public import Nomad

  public final class Promise<Value> {
    public init() {}
  }

  public protocol PromiseTribe: Tribe {
    func migrate() throws -> Promise<Void>
  }

  extension PromiseTribe {
    public func migrate() async throws {
      let _: Promise<Void> = try migrate()
    }
  }
#endif

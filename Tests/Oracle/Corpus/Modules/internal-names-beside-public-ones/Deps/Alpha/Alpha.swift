// no tribes
import Nomad

protocol Step {}
class Base {}
enum Space { protocol Step {} }
typealias Job = Sendable
enum Release { static let v = "1.0.0" }
protocol Over: Tribe {}
struct Gizmo { private init() {} }
extension TribeTarget { static func literal(major: Int) -> TribeTarget { .first } }

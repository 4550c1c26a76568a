package import NomadGenCore
import NomadSyntax

extension TribeTrait {
  /// The trait for people, with its conditions.
  package var description: String {
    let text: String =
      switch value {
      case .contract: "contract"
      case .deferred: "deferred"
      case .readableSince(let version): "readable since \(version)"
      case .requires(_, let names): "requires \(names.joined(separator: ", "))"
      case .unreadable(let member): "\(member.rawValue) unreadable"
      }
    return text + conditions.map { " #if \($0.text)" }.joined()
  }
}

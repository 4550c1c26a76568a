import Nomad

extension Extended {
  static let target: TribeTarget = .literal(
    """
    6.0.0-rc\u{2E}1
    """
  )
}

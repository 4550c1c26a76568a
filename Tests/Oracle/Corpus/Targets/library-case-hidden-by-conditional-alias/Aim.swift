import Nomad

#if NIGHTLY
  typealias Aim = TribeTarget
#else
  typealias Aim = Nomad.TribeTarget
#endif

extension Aim {
  static func dotted(_ text: String) -> Aim { .once(text) }
}

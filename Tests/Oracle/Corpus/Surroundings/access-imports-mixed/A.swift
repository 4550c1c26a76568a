private import Nomad

private func name(_ target: TribeTarget) -> String { target.description }

import NomadTargets

/// Returns the position of a target, or the error that explains why it has none.
func order(of target: TribeTarget) -> Result<TribeTarget.Position, TargetError> {
  Result { () throws(TargetError) in try target.position() }
}

func isLegal(_ target: TribeTarget) -> Bool {
  switch order(of: target) {
  case .success: true
  case .failure: false
  }
}

func rejection(of target: TribeTarget) -> TargetError? {
  switch order(of: target) {
  case .success: nil
  case .failure(let error): error
  }
}

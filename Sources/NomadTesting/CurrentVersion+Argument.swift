package import Nomad

extension CurrentVersion {
  /// Parses a version that a test passed to a call, which the error names.
  package static func version(_ text: String, givenTo call: String) throws(NomadError) -> TribeVersion {
    do throws(TargetError) {
      return try TribeVersion(app: text)
    } catch {
      throw NomadError(
        .illegalCurrentVersion,
        NomadError.sentence(
          "The version \(text.debugDescription) given to \(call) is not a version: \(error.reason)"
        ),
        advice: "Give it a version of numbers, such as \"2.1\" or \"2.1.0\".",
        underlying: error
      )
    }
  }
}

#if !Nomadctl
  import Foundation

  /// The tool that replaces `nomadctl` if its trait is not enabled.
  ///
  /// It prints how to enable the trait.
  @main
  enum WithoutTrait {
    static func main() {
      let message = """
        nomadctl: error: this build lacks swift-argument-parser, which needs a trait. \
        Enable the trait: .package(url: …, traits: ["Nomadctl"]), or --traits Nomadctl in a clone of Nomad.

        """
      FileHandle.standardError.write(Data(message.utf8))
      exit(2)
    }
  }
#endif

#if !Nomadctl
  import Foundation

  /// What `nomadctl` is in a package that does not enable its trait: a sentence that says how to.
  @main
  enum WithoutTrait {
    static func main() {
      let message = """
        nomadctl: error: it was built without swift-argument-parser, so that nobody resolves that for nothing. \
        Enable the trait: .package(url: …, traits: ["Nomadctl"]), or --traits Nomadctl in a clone of Nomad.

        """
      FileHandle.standardError.write(Data(message.utf8))
      exit(2)
    }
  }
#endif

#if Nomadctl
  import ArgumentParser
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// The options that select a command's output file.
  struct OutputOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"),
      completion: .file()
    )
    var output: String?

    func validate() throws {
      if output?.isEmpty == true { throw ValidationError("--output: the name of the file is empty.") }
    }

    /// Writes a text as a whole: to standard output, or to the file if its contents differ.
    ///
    /// - Throws: `Failure` if the file cannot be written.
    func write(_ text: String) throws {
      if let output {
        try File.writeIfChanged(text, to: output)
      } else {
        Console.output.write(text)
      }
    }

    /// Writes a document as JSON, as ``write(_:)`` writes a text.
    func write(json document: some Encodable) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try write(String(decoding: encoder.encode(document), as: UTF8.self) + "\n")
    }
  }

  /// The format of printed output: text for people, or JSON for other programs.
  enum ListFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }
#endif

#if Nomadctl
  import ArgumentParser

  /// Where a command prints its data.
  struct OutputOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp("The file to write; standard output if none is given.", valueName: "file"),
      completion: .file()
    )
    var output: String?

    func validate() throws {
      if output?.isEmpty == true { throw ValidationError("--output: the name of the file is empty.") }
    }

    /// Writes a text as a whole: to the file, if it holds something else, or to standard output.
    ///
    /// - Throws: `Failure` if the file cannot be written.
    func write(_ text: String) throws {
      if let output {
        try OutputFile.writeIfChanged(text, to: output)
      } else {
        Console.output.write(text)
      }
    }

    /// Text in a style if it goes to a person, and plain otherwise.
    func styled(_ text: String, _ style: Console.Style) -> String {
      output == nil ? Console.output.styled(text, style) : text
    }
  }
#endif

#if Nomadctl
  import ArgumentParser

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
        try OutputFile.writeIfChanged(text, to: output)
      } else {
        Console.output.write(text)
      }
    }

    /// Returns the text in a style if standard output shows styles and no file was named; unchanged otherwise.
    func styled(_ text: String, _ style: Console.Style) -> String {
      output == nil ? Console.output.styled(text, style) : text
    }
  }
#endif

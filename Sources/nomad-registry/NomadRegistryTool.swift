import NomadSources

/// The tool that a build runs: it writes the registry of one module.
///
/// Every clean build of every user compiles it, so it has nothing of the check. `nomad-gen --output` does the same by hand.
@main
enum NomadRegistryTool {
  private static let name = "nomad-registry"

  static func main() {
    do throws(Failure) {
      let options = try Options(CommandLine.arguments.dropFirst(), names: Generation.options)
      if options.isForHelp {
        File.print("USAGE: \(name) \(Generation.usage)\n\nSee nomad-gen --help.\n", to: .output)
        File.exit(0)
      }
      File.exit(try Generation.run(options))
    } catch {
      File.fail(error, of: name)
    }
  }
}

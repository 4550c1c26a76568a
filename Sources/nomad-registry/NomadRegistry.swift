#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The tool that the build runs: the part of `nomad-gen` that writes registries.
///
/// It is a separate tool because every user compiles it in every clean build, and only some need the check. The plugin
/// gives it four arguments: the registry, the module, the list of its sources, and the list of the sources of imported
/// modules.
@main
enum NomadRegistry {
  static func main() {
    do throws(Failure) {
      let arguments = CommandLine.arguments
      guard arguments.count == 5 else {
        throw Failure("nomad-registry is for NomadPlugin; nomad-gen does the same, see nomad-gen --help")
      }
      let generation = Generation(output: arguments[1], module: arguments[2])
      let sources = { () throws(Failure) in try SourceTree.files(listedIn: arguments[3]) }
      exit(try generation.run(sources, importedList: arguments[4]))
    } catch {
      File.fail(error)
    }
  }
}

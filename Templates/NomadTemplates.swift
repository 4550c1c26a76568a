/// The texts that generated code is made from.
package enum NomadTemplates {
  /// The template of a generated registry.
  package static var registry: String {
    String(decoding: PackageResources.Registry_swift_template, as: UTF8.self)
  }
}

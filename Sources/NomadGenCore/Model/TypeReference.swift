/// A type as a declaration names it: `Tribe`, `Nomad.Tribe`, `Nomad::Tribe`.
package struct TypeReference: Hashable {
  package var components: [Name]

  /// Whether the first component surely names a module, because `::` follows it (SE-0491).
  var hasModuleSelector = false
}

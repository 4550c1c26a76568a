import Testing

/// Builds packages with the real plugin, one at a time, because each build uses every available core.
///
/// `swift test` builds the most important packages, in one variant. `NOMAD_TEST_BUILDS=all` builds everything with both
/// of SwiftPM's build systems, in debug and in release. `NOMAD_TEST_BUILDS=share` builds everything, but leaves out two
/// or three of the four variants where they should not matter.
@Suite(.serialized, .timeLimit(.minutes(15)), .workbench) struct PluginBuilds {}

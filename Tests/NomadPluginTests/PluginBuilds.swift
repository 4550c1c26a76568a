import Testing

/// Builds packages with the real plugin, one at a time: each build takes every core that it gets.
///
/// `swift test` builds what a user meets first, in one variant. `NOMAD_TEST_BUILDS=all` builds everything, with both
/// of SwiftPM's build systems, in debug and in release.
@Suite(.serialized, .timeLimit(.minutes(15))) struct PluginBuilds {}

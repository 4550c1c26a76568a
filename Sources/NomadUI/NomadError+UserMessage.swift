public import Nomad

extension NomadError {
  /// The error as a short text for the user of the app, without technical terms.
  ///
  /// The text is in English, and depends on the ``NomadError/code`` only. It is a key for the app's string tables, as
  /// `MigrationFailureView` uses it.
  public var userMessage: String {
    switch code {
    case .cancelled, .deadlinePassed, .suspended:
      "The update of your data was interrupted. Try again to continue."
    case .notReady, .ledgerBusy, .ledgerUnreadable, .postponed:
      "Your data cannot be updated right now. Try again later."
    case .ledgerWriteFailed, .snapshotFailed:
      "Your data could not be saved. If storage is low, free some space on this device, then try again."
    case .migrationRequired:
      "Your data is not ready yet. Open the app to update it."
    case .ledgerNewerThanApp, .ledgerNewerFormat:
      "Your data was saved by a newer version of this app. Update the app to open it."
    case .dataTooOld:
      "Your data was saved by an old version of this app that this version cannot update. Contact its developer."
    case .quarantined, .ledgerDamaged, .ledgerNotEmpty, .ledgerLocationUnknown, .lateTribe, .recordedByOtherModule,
      .illegalTarget, .duplicateTarget, .illegalCurrentVersion, .illegalBaseline, .illegalOldest, .missingDependency,
      .mergedTribe, .nothingPacked, .reentrant, .unknownTarget, .beyondTarget, .notSynchronous:
      "Your data could not be updated. Install the latest version of the app or contact its developer."
    default:
      "Your data could not be updated. Try again. If this does not help, install the latest version of the app or "
        + "contact its developer."
    }
  }
}

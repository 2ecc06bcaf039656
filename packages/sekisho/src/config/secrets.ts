/** The secrets of an installation. Only the current one writes; each has at least 32 bytes. */
export interface Secrets {
  readonly current: Uint8Array;
  /** Still opens what waits from before the rotation, and verifies the log; newest first. */
  readonly previous?: readonly Uint8Array[] | undefined;
  /** Verifies the log up to its rotation and opens nothing; newest first, all older than `previous`. */
  readonly retired?: readonly Uint8Array[] | undefined;
}

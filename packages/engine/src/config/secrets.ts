/** The secrets of an installation, each with at least 32 bytes. Only the current one is used for writing. */
export interface Secrets {
  readonly current: Uint8Array;
  /** Secrets that still open values sealed before the rotation and verify the log, newest first. */
  readonly previous?: readonly Uint8Array[] | undefined;
  /** Secrets that only verify the log up to their rotation, newest first. All are older than `previous`. */
  readonly retired?: readonly Uint8Array[] | undefined;
}

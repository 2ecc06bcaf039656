/** An audit log that lives elsewhere did not take its records; the state of the run has not been asked yet. */
export class LogAwayError extends Error {
  override readonly name = 'LogAwayError';
}

/** A setting that a person has to correct; its message says how. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

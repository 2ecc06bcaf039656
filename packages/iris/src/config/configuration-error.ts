/** A setting that a person has to correct; its message says how, in both languages. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(sentence: Readonly<Record<'en' | 'ja', string>>) {
    super(`${sentence.en}\n${sentence.ja}`);
  }
}

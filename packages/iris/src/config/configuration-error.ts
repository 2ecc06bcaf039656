/** An invalid setting. The message states how to correct it, in both languages. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(sentence: Readonly<Record<'en' | 'ja', string>>) {
    super(`${sentence.en}\n${sentence.ja}`);
  }
}

/** The client library, as far as this package uses it. */
export type OpenAiModule = typeof import('openai');

/** Loads the client library on first use: importing it costs more than starting a small server. */
export function loadOpenAi(): Promise<OpenAiModule> {
  return import('openai');
}

/** The part of the client library that this package uses. */
export type OpenAiModule = typeof import('openai');

/** Loads the client library on first use, because importing it takes longer than starting a small server. */
export function loadOpenAi(): Promise<OpenAiModule> {
  return import('openai');
}

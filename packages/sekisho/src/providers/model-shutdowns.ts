/** A model whose end is announced, with the name that its provider recommends instead. */
export interface ModelShutdown {
  readonly date: string;
  readonly successor: string;
}

// Announced dates: developers.openai.com/api/docs/deprecations and ai.google.dev/gemini-api/docs/deprecations.
const MODEL_SHUTDOWNS: Readonly<Record<string, ModelShutdown>> = {
  'gpt-4.1-mini': { date: '2027-01-14', successor: 'gpt-6-luna' },
  'gemini-2.0-flash': { date: '2026-06-01', successor: 'gemini-3.5-flash' },
};

/** The announced end of a model, if this release knows of one. */
export function findModelShutdown(modelName: string): ModelShutdown | undefined {
  return Object.hasOwn(MODEL_SHUTDOWNS, modelName) ? MODEL_SHUTDOWNS[modelName] : undefined;
}

/** Whether a model no longer answers at this time. */
export function isShutDown({ date }: ModelShutdown, now: number): boolean {
  return Date.parse(date) <= now;
}

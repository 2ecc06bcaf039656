/** A model with an announced shutdown date and the successor that its provider recommends. */
export interface ModelShutdown {
  readonly date: string;
  readonly successor: string;
}

// Announced dates: developers.openai.com/api/docs/deprecations and ai.google.dev/gemini-api/docs/deprecations.
const MODEL_SHUTDOWNS: Readonly<Record<string, ModelShutdown>> = {
  'gpt-4.1-mini': { date: '2027-01-14', successor: 'gpt-6-luna' },
  'gemini-2.0-flash': { date: '2026-06-01', successor: 'gemini-3.5-flash' },
};

/** Returns the announced shutdown of a model, if this release contains one. */
export function findModelShutdown(modelName: string): ModelShutdown | undefined {
  return Object.hasOwn(MODEL_SHUTDOWNS, modelName) ? MODEL_SHUTDOWNS[modelName] : undefined;
}

/** Returns whether a model is shut down at this time. */
export function isShutDown({ date }: ModelShutdown, now: number): boolean {
  return Date.parse(date) <= now;
}

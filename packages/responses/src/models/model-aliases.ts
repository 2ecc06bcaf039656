/** A short name for a model, and the reason for the choice. */
export type ModelAlias = { name: string; model: string; why: string; reasoningMode?: 'pro' };

/** Names that follow the current models, so that users need no version numbers. */
export const modelAliases: readonly ModelAlias[] = [
  { name: 'auto', model: 'gpt-6.1-sol', why: 'the general model with the best price for its quality' },
  { name: 'fast', model: 'gpt-6-luna', why: 'the cheapest and fastest current model' },
  { name: 'deep', model: 'gpt-6-astra', why: 'the strongest current model' },
  {
    name: 'pro',
    model: 'gpt-6-astra',
    why: 'the strongest current model, in its quality-first mode',
    reasoningMode: 'pro',
  },
  { name: 'gpt-5.6', model: 'gpt-5.6-sol', why: 'OpenAI routes the family name to its flagship' },
];

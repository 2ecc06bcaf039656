import { createSimulator, type Persona } from '@sekisho/responses/simulator';
import { getProvider, type Model } from 'sekisho';

/** One call that the simulated model makes. */
export interface PlannedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * Creates a model behind a simulated OpenAI server in this process. It makes the calls in order and then repeats the last
 * result. It derives its position from the conversation, so another process continues at the same position.
 */
export function simulatedModel(calls: readonly PlannedCall[]): Model {
  const { fetch } = createSimulator({ persona: plannedPersona(calls) });
  return getProvider('openai', { env: {}, apiKey: 'simulated', fetch }).getModel('gpt-6.1-sol');
}

/** Creates the persona of the simulated model, which determines its responses. */
export function plannedPersona(calls: readonly PlannedCall[]): Persona {
  return ({ turns }) => {
    const results = turns.filter((turn) => turn.role === 'result');
    const next = calls[results.length];
    if (next) return [{ type: 'function_call', name: next.name, arguments: { ...next.arguments } }];
    return [{ type: 'message', text: `Done. ${results.at(-1)?.output ?? ''}`.trim() }];
  };
}

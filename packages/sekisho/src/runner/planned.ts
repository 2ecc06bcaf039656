import { SekishoError } from '@sekisho/engine';
import { warnAboutUnattachedRules } from '../guardrails/unattached-tool-rules.ts';
import { AgentsError, type AnyAgent } from '../sdk/upstream.ts';

/**
 * Plans a run or a turn. An exception of a policy store, a state store or another part of the host becomes AGENTS-E-RUNNER
 * with the cause; errors of the Agents SDK and of this package are unchanged.
 */
export async function planned<T>(what: string, plan: () => Promise<T>): Promise<T> {
  try {
    return await plan();
  } catch (cause) {
    if (cause instanceof AgentsError) throw cause;
    throw new SekishoError(
      'AGENTS-E-RUNNER',
      `The runner could not plan ${what}, so nothing of it was executed. See the cause of this error.`,
      { cause },
    );
  }
}

/** Throws for a value that is not an agent. */
export function requireAgent(agent: AnyAgent): void {
  const read = (key: string): unknown => Reflect.get(Object(agent), key);
  if (typeof read('name') !== 'string' || typeof read('getAllTools') !== 'function') {
    throw new SekishoError(
      'AGENTS-E-RUNNER',
      'The runner cannot plan a run without an agent. Pass an Agent of the Agents SDK: run(new Agent({ name, ... }), input).',
    );
  }
  // Upstream does not read this property, and guardrails that are not applied must not appear to be active.
  if (read('guardrails') === undefined) return warnAboutUnattachedRules(agent);
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    'The agent has a property "guardrails", which the Agents SDK does not read. Use inputGuardrails and outputGuardrails of the agent, and inputGuardrails of its tools; createGuardrailsTemplate() creates all three.',
  );
}

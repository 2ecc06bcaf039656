import { SekishoError } from '../errors/sekisho-error.ts';
import { warnAboutUnattachedRules } from '../guardrails/unattached-tool-rules.ts';
import { AgentsError, type AnyAgent } from '../sdk/upstream.ts';

/**
 * Plans a run or a turn. What a policy store, a state store or another part of the host throws while that happens is
 * AGENTS-E-RUNNER with the cause; errors that have a meaning of their own stay as they are.
 */
export async function planned<T>(what: string, plan: () => Promise<T>): Promise<T> {
  try {
    return await plan();
  } catch (cause) {
    if (cause instanceof AgentsError) throw cause;
    throw new SekishoError(
      'AGENTS-E-RUNNER',
      `The runner could not plan ${what}, so nothing of it was executed. The cause says why.`,
      { cause },
    );
  }
}

/** Refuses something that no run can be planned for. */
export function requireAgent(agent: AnyAgent): void {
  const read = (key: string): unknown => Reflect.get(Object(agent), key);
  if (typeof read('name') !== 'string' || typeof read('getAllTools') !== 'function') {
    throw new SekishoError(
      'AGENTS-E-RUNNER',
      'The runner cannot plan a run without an agent. Pass an Agent of the Agents SDK: run(new Agent({ name, ... }), input).',
    );
  }
  // Upstream reads no such property, and rules that nobody applies must not look as if they were in force.
  if (read('guardrails') === undefined) return warnAboutUnattachedRules(agent);
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    'The agent has a property "guardrails", which the Agents SDK does not read. Use inputGuardrails and outputGuardrails of the agent, and inputGuardrails of its tools; createGuardrailsTemplate() makes all three.',
  );
}

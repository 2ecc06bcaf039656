import type { ToolInputGuardrailDefinition } from '../openai-agents/upstream.ts';

/** The fields of an agent that are read here. */
interface GuardedAgent {
  readonly name: string;
  readonly tools: readonly object[];
  readonly inputGuardrails: readonly object[];
  readonly outputGuardrails: readonly object[];
}

/** Stores which tool rules were created together with these lists. */
export function rememberToolRules(
  lists: readonly (readonly object[])[],
  rules: readonly ToolInputGuardrailDefinition[],
): void {
  if (rules.length > 0) for (const list of lists) rulesOfList.set(list, rules);
}

/**
 * Warns once about an agent that has the input or output rules of a template, while none of its tools has the tool
 * rules. The Agents SDK reads tool rules only from the tools, so spreading a template into an agent does not apply
 * them.
 */
export function warnAboutUnattachedRules(agent: GuardedAgent): void {
  const rules = rulesOfList.get(agent.inputGuardrails) ?? rulesOfList.get(agent.outputGuardrails);
  if (!rules || agent.tools.length === 0 || warned.has(agent)) return;
  const attached = new Set(agent.tools.flatMap(guardrailsOf));
  if (rules.some((rule) => attached.has(rule))) return;
  warned.add(agent);
  process.emitWarning(
    `Agent "${agent.name}" has guardrails of a template whose tool rules (${rules.map(({ name }) => name).join(', ')}) are on none of its tools, so they are not applied. Pass toolInputGuardrails to the tools: tool({ inputGuardrails }).`,
    { code: 'AGENTS-E-RUNNER-CONFIG' },
  );
}

const rulesOfList = new WeakMap<object, readonly ToolInputGuardrailDefinition[]>();
const warned = new WeakSet<object>();

function guardrailsOf(tool: object): readonly unknown[] {
  const guardrails: unknown = Reflect.get(tool, 'inputGuardrails');
  return Array.isArray(guardrails) ? guardrails : [];
}

import { SekishoError } from '@sekisho/engine';
import { type OptionNames, requireKnownOptions } from '@sekisho/engine/integration';
import { read } from '../openai-agents/read-value.ts';
import type {
  InputGuardrail,
  OutputGuardrail,
  ToolInputGuardrailDefinition,
} from '../openai-agents/upstream.ts';
import { defineToolInputGuardrail } from '../openai-agents/upstream.ts';

/** A named rule that checks a text. */
export interface TextRule {
  readonly name: string;
  /** Returns why the text is rejected, or undefined when it is accepted. */
  readonly check: (text: string) => string | undefined | Promise<string | undefined>;
}

/** A rule for tool calls. */
export interface ToolRule {
  readonly name: string;
  /** The tools that the rule applies to, by their declared or model-facing name; all tools if absent. */
  readonly tools?: readonly string[] | undefined;
  readonly check: (call: { readonly tool_name: string; readonly arguments: string }) => string | undefined;
}

/** The rules of the host. */
export interface GuardrailsTemplateOptions {
  readonly inputRules?: readonly TextRule[] | undefined;
  readonly outputRules?: readonly TextRule[] | undefined;
  readonly toolRules?: readonly ToolRule[] | undefined;
}

/** Guardrails for the Agents SDK. Spread the first two into an agent and pass the third to its tools. */
export interface AgentGuardrails {
  readonly inputGuardrails: InputGuardrail[];
  readonly outputGuardrails: OutputGuardrail[];
  readonly toolInputGuardrails: ToolInputGuardrailDefinition[];
}

/**
 * Creates guardrails from rules. A run that violates a rule ends with AGENTS-E-GUARDRAIL-DENIED, which names the rule.
 */
export function createGuardrailsTemplate(options: GuardrailsTemplateOptions = {}): AgentGuardrails {
  requireKnownOptions(options, OPTIONS, { place: 'createGuardrailsTemplate()' });
  const guardrails = guardrailsOf(options);
  const { inputGuardrails, outputGuardrails, toolInputGuardrails } = guardrails;
  rememberToolRules([inputGuardrails, outputGuardrails], toolInputGuardrails);
  return guardrails;
}

function guardrailsOf(options: GuardrailsTemplateOptions): AgentGuardrails {
  return {
    inputGuardrails: (options.inputRules ?? []).map((rule) => ({
      name: rule.name,
      // Runs before the model request instead of in parallel, so that a rejected input is not sent.
      runInParallel: false,
      execute: async ({ input }) => verdict(rule.name, await rule.check(textOf(input))),
    })),
    outputGuardrails: (options.outputRules ?? []).map((rule) => ({
      name: rule.name,
      execute: async ({ agentOutput }) => verdict(rule.name, await rule.check(textOf(agentOutput))),
    })),
    toolInputGuardrails: (options.toolRules ?? []).map((rule) =>
      defineToolInputGuardrail({
        name: rule.name,
        run: async ({ toolCall }) => {
          if (rule.tools && !rule.tools.some((tool) => isNameOf(toolCall, tool)))
            return { behavior: { type: 'allow' } };
          const why = rule.check({ tool_name: toolCall.name, arguments: toolCall.arguments });
          return why === undefined
            ? { behavior: { type: 'allow' } }
            : { behavior: { type: 'throwException' }, outputInfo: { [BROKEN_RULE]: rule.name, why } };
        },
      }),
    ),
  };
}

const OPTIONS: OptionNames<GuardrailsTemplateOptions> = {
  inputRules: true,
  outputRules: true,
  toolRules: true,
};

/** The Agents SDK rewrites names for models (`crm.erase` becomes `crm_erase`) and separates the namespace. */
function isNameOf(call: { readonly name: string; readonly namespace?: unknown }, tool: string): boolean {
  const full = typeof call.namespace === 'string' ? `${call.namespace}.${call.name}` : call.name;
  return [call.name, full].some((name) => name === tool || name === tool.replaceAll(/[^a-zA-Z0-9]/g, '_'));
}

const verdict = (name: string, why: string | undefined) => ({
  tripwireTriggered: why !== undefined,
  outputInfo: why === undefined ? {} : { [BROKEN_RULE]: name, why },
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Marks results of our rules, so that they are distinguished from the host's own guardrails. */
const BROKEN_RULE = 'sekisho_rule';

/** Returns the error with a code for upstream's tripwire error, if a rule of our template caused it. */
export function guardrailError(error: unknown): SekishoError | undefined {
  const info = read(read(read(error, 'result'), 'output'), 'outputInfo');
  const rule = read(info, BROKEN_RULE);
  if (typeof rule !== 'string') return undefined;
  const message = `Rule "${rule}" rejected the content: ${String(read(info, 'why'))}`;
  return new SekishoError('AGENTS-E-GUARDRAIL-DENIED', message, { cause: error });
}

/** The fields of an agent that are read here. */
interface GuardedAgent {
  readonly name: string;
  readonly tools: readonly object[];
  readonly inputGuardrails: readonly object[];
  readonly outputGuardrails: readonly object[];
}

/** Stores which tool rules were created together with these lists. */
function rememberToolRules(
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
  const attached = new Set(agent.tools.flatMap(attachedTo));
  if (rules.some((rule) => attached.has(rule))) return;
  warned.add(agent);
  process.emitWarning(
    `Agent "${agent.name}" has guardrails of a template whose tool rules (${rules.map(({ name }) => name).join(', ')}) are on none of its tools, so they are not applied. Pass toolInputGuardrails to the tools: tool({ inputGuardrails }).`,
    { code: 'AGENTS-E-RUNNER-CONFIG' },
  );
}

const rulesOfList = new WeakMap<object, readonly ToolInputGuardrailDefinition[]>();
const warned = new WeakSet<object>();

function attachedTo(tool: object): readonly unknown[] {
  const guardrails: unknown = Reflect.get(tool, 'inputGuardrails');
  return Array.isArray(guardrails) ? guardrails : [];
}

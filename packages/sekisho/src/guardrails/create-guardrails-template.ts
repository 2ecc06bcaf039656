import type { InputGuardrail, OutputGuardrail, ToolInputGuardrailDefinition } from '../sdk/upstream.ts';
import { defineToolInputGuardrail } from '../sdk/upstream.ts';
import { requireKnownOptions, type OptionNames } from '../errors/require-known-options.ts';
import { rememberToolRules } from './unattached-tool-rules.ts';

/** A rule over a text: its name, and what is wrong with the text, if anything. */
export interface TextRule {
  readonly name: string;
  /** Answers why the text is refused, or undefined when it is fine. */
  readonly check: (text: string) => string | undefined | Promise<string | undefined>;
}

/** A rule over a tool call. */
export interface ToolRule {
  readonly name: string;
  /** Only for these tools, by the name they were given or the one that models see; for all when left out. */
  readonly tools?: readonly string[] | undefined;
  readonly check: (call: { readonly tool_name: string; readonly arguments: string }) => string | undefined;
}

/** What the host wants to be kept in and out. */
export interface GuardrailsTemplateOptions {
  readonly inputRules?: readonly TextRule[] | undefined;
  readonly outputRules?: readonly TextRule[] | undefined;
  readonly toolRules?: readonly ToolRule[] | undefined;
}

/** Guardrails in upstream's form: spread the first two into an agent, give the third to its tools. */
export interface AgentGuardrails {
  readonly inputGuardrails: InputGuardrail[];
  readonly outputGuardrails: OutputGuardrail[];
  readonly toolInputGuardrails: ToolInputGuardrailDefinition[];
}

/** Makes guardrails from plain rules. A run that breaks one ends with AGENTS-E-GUARDRAIL-DENIED naming the rule. */
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
      // Before the model is asked, not beside it: what must not go in must not be sent.
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

/** Upstream rewrites names for models (`crm.erase` becomes `crm_erase`) and keeps a namespace apart from them. */
function isNameOf(call: { readonly name: string; readonly namespace?: unknown }, tool: string): boolean {
  const full = typeof call.namespace === 'string' ? `${call.namespace}.${call.name}` : call.name;
  return [call.name, full].some((name) => name === tool || name === tool.replaceAll(/[^a-zA-Z0-9]/g, '_'));
}

const verdict = (name: string, why: string | undefined) => ({
  tripwireTriggered: why !== undefined,
  outputInfo: why === undefined ? {} : { [BROKEN_RULE]: name, why },
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Marks what our rules report, so that the runner can tell it from the host's own guardrails. */
export const BROKEN_RULE = 'sekisho_rule';

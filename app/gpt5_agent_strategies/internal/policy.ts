import {
  CONTEXT_GATHERING_POLICY,
  PERSISTENCE_POLICY,
  TOOL_PREAMBLE_POLICY,
  UNCERTAINTY_POLICY,
} from '../prompt/template.ts';
import type { JsonRecord } from './json-record.ts';
import { parseJsonObject } from './parse-json-object.ts';

/** The policies in their order after the instruction. */
const DEFAULT_POLICIES = [
  ['persistence_policy', PERSISTENCE_POLICY],
  ['context_gathering_policy', CONTEXT_GATHERING_POLICY],
  ['uncertainty_policy', UNCERTAINTY_POLICY],
  ['tool_preamble_policy', TOOL_PREAMBLE_POLICY],
] as const;

/**
 * Returns the system prompt: the instruction, the four policies, then the extra policy. Overrides are a JSON object that
 * replaces policies by name, or plain text that becomes the extra policy.
 */
export function buildSystemInstruction(baseInstruction: string, promptPolicyOverrides: string): string {
  const overrides = readOverrides(promptPolicyOverrides);
  const policies = DEFAULT_POLICIES.map(([name, policy]) => {
    const override = textOf(overrides, name);
    return override === '' ? policy : wrap(name, override);
  });
  const parts = [baseInstruction.trim(), ...policies, textOf(overrides, 'extra_policy')];
  return parts.filter((part) => part !== '').join('\n\n');
}

function readOverrides(text: string): JsonRecord {
  return parseJsonObject(text) ?? { extra_policy: text };
}

// An empty text replaces nothing: an empty variable must not disable a policy.
function textOf(overrides: JsonRecord, name: string): string {
  const value = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
  return typeof value === 'string' ? value.trim() : '';
}

function wrap(name: string, text: string): string {
  const isWrapped = text.startsWith(`<${name}>`) && text.endsWith(`</${name}>`);
  return isWrapped ? text : `<${name}>\n${text}\n</${name}>`;
}

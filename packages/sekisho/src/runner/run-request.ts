import { agentExtensionsSchema, type AgentExtensionsOptions } from './run-options.ts';
import { RunState } from '../openai-agents/upstream.ts';
import type { z } from 'zod';
import { SekishoError } from '@sekisho/engine';
import { describeIssue } from '@sekisho/engine/integration';

/** The options of a run, separated into ours and those for upstream. */
export interface RunRequest {
  readonly extensions: z.output<typeof agentExtensionsSchema>;
  readonly upstream: Readonly<Record<string, unknown>>;
}

/** Validates our part of the options. The rest is unchanged. */
export function readRunOptions(options: object | undefined): RunRequest {
  const given: { extensions?: AgentExtensionsOptions } = options ?? {};
  const { extensions, ...upstream } = given;
  if (extensions === undefined) return { extensions: {}, upstream };
  const parsed = agentExtensionsSchema.safeParse(extensions);
  if (!parsed.success) {
    const fields = Object.keys(agentExtensionsSchema.shape);
    const what = describeIssue({ error: parsed.error, value: extensions, fields });
    throw new SekishoError('AGENTS-E-INPUT-INVALID', `options.extensions is not valid. ${what}`, {
      cause: parsed.error,
    });
  }
  const { maxTurns } = parsed.data;
  return { extensions: parsed.data, upstream: maxTurns === undefined ? upstream : { ...upstream, maxTurns } };
}

/** Throws for an input with which no run can start. */
export function checkInput(input: unknown): void {
  const isValid =
    typeof input === 'string' ||
    (Array.isArray(input) && input.every((item) => typeof item === 'object' && item !== null));
  if (!isValid) {
    throw new SekishoError('AGENTS-E-INPUT-INVALID', 'The input of a run must be a text or a list of items.');
  }
  if (Array.isArray(input) && input.length === 0) {
    throw new SekishoError(
      'AGENTS-E-INPUT-INVALID',
      'The input of a run is empty. Pass a text or at least one item.',
    );
  }
}

/** Returns the input of a run as text for the store. */
export const inputText = (input: string | object) =>
  input instanceof RunState ? input.toString() : JSON.stringify(input);

/** Throws if the options are missing, which is possible in JavaScript: a missing decision must not count as an approval. */
export function requireDecision<T extends object>(options: T | undefined): T {
  if (options) return options;
  throw new SekishoError(
    'AGENTS-E-APPROVAL-INVALID',
    'approveAndResume() requires a decision: "approve" or "deny".',
  );
}

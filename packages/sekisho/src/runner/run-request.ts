import { z } from 'zod';
import { SekishoError } from '@sekisho/engine';
import { describeIssue, PRINCIPALS, type RunSettings } from '@sekisho/engine/integration';
import {
  RunState,
  type AgentInputItem,
  type AnyAgent,
  type NonStreamRunOptions,
} from '../openai-agents/upstream.ts';

/** A tool call that the host requests before the first turn. It passes the gate like any other call. */
const requestedToolCallSchema = z.strictObject({
  tool_name: z.string().min(1).max(256),
  args: z.record(z.string(), z.unknown()).default({}),
  call_id: z.string().min(1).max(128).optional(),
});
/** A call that the host requests before the first model request. */
export type RequestedToolCall = z.input<typeof requestedToolCallSchema>;

/** The options that resume a suspended run. */
const resumeOptionsSchema = z.strictObject({
  token: z.string().min(1).max(512),
  human_response: z.string().max(2000).optional(),
});
/** The options that resume a run. */
export type ResumeOptions = z.infer<typeof resumeOptionsSchema>;

const agentExtensionsSchema = z.strictObject({
  policyProfile: z.enum(['strict', 'balanced', 'fast']).optional(),
  requireHumanApproval: z.boolean().optional(),
  resume: resumeOptionsSchema.optional(),
  toolCalls: z.array(requestedToolCallSchema).max(100).optional(),
  /**
   * The principal of this run's input. It may be stricter than the one of the runner and the agent, never less strict.
   */
  user: z.enum(PRINCIPALS).optional(),
  maxTurns: z.number().int().positive().max(10_000).optional(),
  /** Who requested the run, such as a user id or an address. The console displays it. */
  requester: z.string().min(1).max(256).optional(),
  /** Trusted data of the host about the user: account, address, contacts. */
  sessionData: z.unknown().optional(),
});
/** The options that this package adds to the options of a run. All other options belong to the Agents SDK. */
export type AgentExtensionsOptions = z.input<typeof agentExtensionsSchema>;

/** The options that this package adds to a run. */
export interface WithExtensions {
  readonly extensions?: AgentExtensionsOptions | undefined;
}

/** The options of a resumed run: those of upstream that apply to it, and ours. */
export type ResumeRunOptions = Omit<NonStreamRunOptions<unknown>, 'stream'> & WithExtensions;

/** The input of a run: a text, items, or the state of an interrupted run. */
export type RunInput<TContext, TAgent extends AnyAgent> =
  | string
  | AgentInputItem[]
  | RunState<TContext, TAgent>;

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

/** Returns what another process needs to start the run from its input. */
export const continuationOf = (
  { profile, requireHumanApproval, user }: RunSettings,
  { maxTurns, sessionData }: RunRequest['extensions'],
  input: string | object,
) =>
  ({
    v: 1,
    kind: input instanceof RunState ? 'state' : 'input',
    text: input instanceof RunState ? input.toString() : JSON.stringify(input),
    profile: profile.name,
    requireHumanApproval,
    maxTurns: maxTurns ?? null,
    sessionData,
    user,
  }) as const;

/** Throws if the options are missing, which is possible in JavaScript: a missing decision must not count as an approval. */
export function requireDecision<T extends object>(options: T | undefined): T {
  if (options) return options;
  throw new SekishoError(
    'AGENTS-E-APPROVAL-INVALID',
    'approveAndResume() requires a decision: "approve" or "deny".',
  );
}

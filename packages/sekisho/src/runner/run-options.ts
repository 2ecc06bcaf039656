import { z } from 'zod';
import { PRINCIPALS } from '@sekisho/engine/integration';

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

/** The options that this package adds to the options of a run. All other options belong to the Agents SDK. */
export const agentExtensionsSchema = z.strictObject({
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
export type AgentExtensionsOptions = z.input<typeof agentExtensionsSchema>;

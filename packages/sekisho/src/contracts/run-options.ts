import { z } from 'zod';
import { PRINCIPALS } from './principal.ts';

/** A tool call that the host wants carried out before the first turn, through the same checkpoint as any other. */
const requestedToolCallSchema = z.strictObject({
  tool_name: z.string().min(1).max(256),
  args: z.record(z.string(), z.unknown()).default({}),
  call_id: z.string().min(1).max(128).optional(),
});
/** A call that the host wants made before the model is asked for the first time. */
export type RequestedToolCall = z.input<typeof requestedToolCallSchema>;

/** What continues a run that waited for a person. */
const resumeOptionsSchema = z.strictObject({
  token: z.string().min(1).max(512),
  human_response: z.string().max(2000).optional(),
});
/** What a run is continued with. */
export type ResumeOptions = z.infer<typeof resumeOptionsSchema>;

/** Everything this package adds to the options of a run; nothing else of the options is ours. */
export const agentExtensionsSchema = z.strictObject({
  policyProfile: z.enum(['strict', 'balanced', 'fast']).optional(),
  requireHumanApproval: z.boolean().optional(),
  resume: resumeOptionsSchema.optional(),
  toolCalls: z.array(requestedToolCallSchema).max(100).optional(),
  /** Whose words the input of this run is. It may be stricter than what the runner and the agent declare, never looser. */
  user: z.enum(PRINCIPALS).optional(),
  maxTurns: z.number().int().positive().max(10_000).optional(),
  /** Trusted data that the host knows about the user: account, address, contacts. */
  sessionData: z.unknown().optional(),
});
export type AgentExtensionsOptions = z.input<typeof agentExtensionsSchema>;

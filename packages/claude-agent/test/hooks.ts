import { z } from 'zod';
import type { ClaudeSession } from '../src/index.ts';

export const MANIFESTS = {
  read_note: { effect: 'read' },
  send_mail: { effect: 'send', arguments: { to: 'recipient' } },
  fails: { effect: 'read' },
} as const;

/** A call as Claude Code passes it to its hooks. */
export interface HookCall {
  readonly id: string;
  readonly name: string;
  readonly input: object;
  readonly mcp_server?: { readonly name: string; readonly source: string } | undefined;
}

const outputSchema = z.object({
  hookSpecificOutput: z.object({
    permissionDecision: z.string(),
    permissionDecisionReason: z.string().optional(),
  }),
});

/** Returns the permission with which the hook replies. */
export async function permissionOf(session: ClaudeSession, { id, name, input, mcp_server }: HookCall) {
  const [matcher] = session.hooks.PreToolUse;
  const event = {
    hook_event_name: 'PreToolUse',
    tool_use_id: id,
    tool_name: name,
    tool_input: input,
    mcp_server,
  };
  const { hookSpecificOutput } = outputSchema.parse(await matcher?.hooks[0]?.(event));
  const { permissionDecision: decision, permissionDecisionReason: reason } = hookSpecificOutput;
  return { decision, reason };
}

/** Reports the result of a call that Claude Code executed. */
export async function report(
  session: ClaudeSession,
  { id, name, input }: HookCall,
  end: { tool_response: unknown } | { error: string },
) {
  const { PostToolUse, PostToolUseFailure } = session.hooks;
  const [matcher] = 'error' in end ? PostToolUseFailure : PostToolUse;
  await matcher?.hooks[0]?.({ tool_use_id: id, tool_name: name, tool_input: input, ...end });
}

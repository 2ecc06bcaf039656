import { z } from 'zod';
import type { ApprovalDisplay, HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { StateStore } from '../store/state-store.ts';
import { actionDigest } from '../approval/requests/action-digest.ts';
import { approvalPrompt } from '../approval/requests/approval-prompt.ts';
import type { Keyring } from '../config/keyring.ts';
import type { SealedCall } from '../approval/requests/sealed-call.ts';
import { destinationNames, displayedCall } from '../turn/displayed-call.ts';
import { openContinuation } from './continuation.ts';

/**
 * Finds the complete call of an approval request of version 0.1, which stored only masked arguments. The sealed state of
 * the run contains the arguments, and the action digest in the request identifies them. Returns undefined if the state does
 * not contain them: then the complete call cannot be displayed, and the request can only be denied.
 */
export async function recoverCall(
  store: Pick<StateStore, 'getRun' | 'queryLogs'>,
  keyring: Keyring,
  approval: HumanApprovalRequest,
  argumentsIn: (state: string) => Iterable<string>,
): Promise<Omit<SealedCall, 'v'> | undefined> {
  const { run_id, call_key, agent_name, tool_id, tool_kind, definition_digest, action_digest } = approval;
  const run = await store.getRun(run_id);
  if (run?.status !== 'suspended') return undefined;
  const { text } = openContinuation(keyring, run).continuation;
  const logs = await store.queryLogs({ runId: run_id, event: 'gate.decision', limit: 10_000 });
  const candidates = [...new Set(argumentsIn(text))];
  for (const { data } of logs.filter(({ tool_call_id: key }) => key === call_key).toReversed()) {
    const policy_version = String(data['policy']);
    for (const server_id of serversOf(tool_id)) {
      const tool = { id: tool_id, definition_digest, server_id };
      const args = candidates.find(
        (each) => actionDigest({ run_id, agent_name, tool, args: each, policy_version }) === action_digest,
      );
      if (args === undefined) continue;
      const call = displayedCall({ tool: { ...tool, kind: tool_kind }, rawArguments: args }, agent_name);
      const sources = sourcesSchema.parse(data['sources']);
      return { ...call, display: displayOf(approval, call), destinations: destinationNames({ sources }) };
    }
  }
  return undefined;
}

const sourcesSchema = z.array(z.object({ path: z.string(), role: z.string().optional() })).catch([]);

/** The prompt of version 0.1 is complete if this version creates a complete prompt that begins with the same text. */
function displayOf(
  { prompt, prompt_ja, args_masked, risk_level }: HumanApprovalRequest,
  call: Parameters<typeof approvalPrompt>[0],
): ApprovalDisplay {
  const now = approvalPrompt(call, args_masked, { decision: 'needs_human', risk_level, reason: '' });
  if (now.display !== 'complete') return now.display;
  return prompt.startsWith(now.en) && prompt_ja.startsWith(now.ja) ? 'complete' : 'partial';
}

/** Returns the servers that a tool with this id can belong to. MCP tools are named "mcp:server/tool". */
function serversOf(toolId: string): readonly (string | undefined)[] {
  const [, name = ''] = /^(?:hosted_)?mcp:(.*)$/su.exec(toolId) ?? [];
  const parts = name.split('/');
  return [undefined, ...parts.map((_part, index) => parts.slice(0, index + 1).join('/'))];
}

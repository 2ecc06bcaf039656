// Shows: the Claude Agent SDK behind the gate: a command that the user did not ask for waits, and runs once after the approval.
import { equal } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClaudeGate, type ClaudeSession } from '@sekisho/claude-agent';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-claude-example-'));
const gate = createClaudeGate({ store: { directory: folder } });
const executed: string[] = [];

/**
 * Stands for `query({ prompt, options: { hooks: session.hooks, resume } })` of the SDK, whose program is too large for an example. It
 * does with the hooks what Claude Code does with a call of its model.
 */
async function query({ hooks }: ClaudeSession): Promise<string> {
  const call = { tool_name: 'Bash', tool_input: { command: 'rm -rf /srv/archive' }, tool_use_id: 'toolu_1' };
  const reply = Object(await hooks.PreToolUse[0]?.hooks[0]?.({ hook_event_name: 'PreToolUse', ...call }));
  const { permissionDecision: decision } = reply.hookSpecificOutput;
  if (decision === 'allow') {
    executed.push(call.tool_input.command);
    await hooks.PostToolUse[0]?.hooks[0]?.({ ...call, tool_response: { stdout: '' } });
  }
  return decision;
}

/** One request of the program's user. Any process can answer the next one. */
async function answer(userText?: string): Promise<string> {
  const session = await gate.open({ id: 'chat 1', requester: 'ada', userText });
  try {
    return await query(session);
  } finally {
    await session.close();
  }
}

equal(await answer('Please summarize the archive.'), 'defer'); // Claude Code ends with "tool_deferred".
equal(executed.length, 0);

const [request] = await gate.engine.getPendingApprovals();
const by = { id: 'mika' };
const { display_digest: displayed } = await gate.engine.readApproval(request?.approval_id ?? '', { by });
await gate.engine.decide(request?.approval_id ?? '', 'approve', { by, displayed }); // In the console, for example.
equal(await answer(), 'allow'); // The program resumes the session of Claude Code.
equal(await answer(), 'deny'); // It resumes it again: the model receives the stored result.

equal((await gate.engine.verifyExecutionLog()).ok, true);
await gate.close();
rmSync(folder, { recursive: true });
equal(executed.length, 1);
console.log('The command ran once, after Mika approved it, although the session was resumed twice.');

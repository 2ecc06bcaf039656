// Continues a session in a process of its own: continue-session.ts <directory> <body|result|live>.
// The process dies in the body of the tool after its effect, or after the result is stored and before Claude Code receives it.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClaudeGate } from '../../src/index.ts';
import { MANIFESTS, permissionOf } from '../hooks.ts';

const [directory = '', death] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');
const gate = createClaudeGate({
  store: { directory },
  application: 'shop',
  leaseMs: 300,
  manifests: MANIFESTS,
});
const session = await gate.open({ id: 'chat 1' });
const { handler } = session.tool({
  name: 'send_mail',
  description: 'Sends a mail.',
  handler: async (_args: { readonly to: string }, _extra: unknown) => {
    appendFileSync(join(directory, 'effects'), 'sent\n');
    if (death === 'body') die();
    return { content: [{ type: 'text', text: 'The mail was sent.' }] };
  },
});
const input = { to: 'eve@evil.example' };
const mcp_server = { name: 'office', source: 'sdk' };
const { decision } = await permissionOf(session, {
  id: 'toolu_1',
  name: 'mcp__office__send_mail',
  input,
  mcp_server,
});
const result =
  decision === 'allow' ? await handler(input, { _meta: { 'claudecode/toolUseId': 'toolu_1' } }) : {};
if (death === 'result') die();
await session.close();
await gate.close();
console.log(JSON.stringify({ decision, result }));

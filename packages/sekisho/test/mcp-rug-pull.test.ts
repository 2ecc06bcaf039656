import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Agent, createRunner, RuleSafetyAgent } from '../src/index.ts';
import { McpGateway } from '../src/facade/mcp-gateway.ts';
import { MemoryToolPinStore } from '../../engine/src/mcp/tools/tool-pins.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';

const root = mkdtempSync(join(tmpdir(), 'sekisho-rug-'));
const program = join(import.meta.dirname, 'programs', 'mcp-odd-server.ts');
afterAll(() => rmSync(root, { recursive: true }));

/** Files that the server reads; while one exists, the server lists a changed tool. */
const CHANGES = ['changed', 'wider'];

describe.concurrent('a server that changes its tool between the approval and the call', () => {
  it('executes an approved call once if nothing changed', async () => {
    const { result, erased } = await approveThen(() => {});
    expect(result).toBe('done');
    expect(erased).toBe(1);
  });

  it.each(CHANGES)('executes nothing while the host keeps running: %s', async (change) => {
    const { result, erased } = await approveThen((folder) => writeFileSync(join(folder, change), ''));
    expect(erased).toBe(0);
    expect(result).toBe('done');
  });

  it.each(CHANGES)('executes nothing after the host listed the tools again: %s', async (change) => {
    const { result, erased } = await approveThen((folder) => writeFileSync(join(folder, change), ''), {
      looksAgain: true,
    });
    expect(erased).toBe(0);
    expect(result).not.toBe('done');
  });
});

async function approveThen(change: (folder: string) => void, { looksAgain = false } = {}) {
  const folder = mkdtempSync(join(root, 'server-'));
  const pins = new MemoryToolPinStore();
  const open = async () => {
    const opened = new McpGateway({ pins });
    const args = [program, 'none', folder];
    await opened.register({ server_id: 'odd', command: process.execPath, args, protocol: '2025-11-25' });
    return opened;
  };
  const gateway = await open();
  const gateways = [gateway];
  const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory' });
  try {
    const first = await agentOf(gateway);
    const waiting = await runner.run(first, 'Please erase a.');
    const { token } = await runner.submitApproval(waiting.interruptions[0]?.approval_id ?? '', 'approve');
    change(folder);
    const again = looksAgain ? await open() : undefined;
    if (again) gateways.push(again);
    const agent = again ? await agentOf(again) : first;
    const result = await runner
      .run(agent, '', { extensions: { resume: { token } } })
      .then(({ interruptions, finalOutput }) => (interruptions.length > 0 ? 'asked again' : finalOutput))
      .catch((error: unknown) => String(error));
    const marks = join(folder, 'calls');
    return { result, erased: existsSync(marks) ? readFileSync(marks, 'utf8').length / 2 : 0 };
  } finally {
    await Promise.all(gateways.map((each) => each.close()));
  }
}

async function agentOf(from: McpGateway) {
  return new Agent({
    name: 'Clerk',
    model: scriptedModel([
      ({ input }) =>
        JSON.stringify(input).includes('function_call')
          ? [
              {
                type: 'message',
                role: 'assistant',
                status: 'completed',
                content: [{ type: 'output_text', text: 'done' }],
              },
            ]
          : [functionCall('call_1', 'odd__erase', { what: 'a' })],
    ]),
    tools: await from.toTools('odd'),
  });
}

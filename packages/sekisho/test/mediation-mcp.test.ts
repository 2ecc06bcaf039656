import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent, createRunner, MCPServerStdio } from '../src/index.ts';
import { describeMediation } from './suites/describe-mediation.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { runnerWithJudge } from './programs/mediation-fixtures.ts';
import { expectWarnings } from '../../../test/expected-warnings.ts';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';

expectWarnings('AGENTS-E-GATE-EVAL');

const folder = mkdtempSync(join(tmpdir(), 'sekisho-mcp-'));
const program = join(import.meta.dirname, 'programs', 'mediation-mcp-server.ts');
const marks = (file: string) => readFileSync(join(folder, file), 'utf8').length;

function server(name: string, file: string, description = 'Erases a thing.') {
  writeFileSync(join(folder, file), '');
  return new MCPServerStdio({
    name,
    command: process.execPath,
    args: [program, join(folder, file), description],
    env: PROGRAM_ENVIRONMENT,
  });
}

const one = server('one', 'one');
const two = server('two', 'two');
const changed = server('one', 'changed', 'Erases a thing, and sends a copy to me.');

beforeAll(async () => {
  await Promise.all([one.connect(), two.connect(), changed.connect()]);
});

afterAll(async () => {
  await Promise.all([one.close(), two.close(), changed.close()]);
  rmSync(folder, { recursive: true });
});

describeMediation('createRunner', (options) => createRunner({ ...options, store: 'memory' }), [
  {
    name: 'a tool of an MCP server in a process of its own',
    onHuman: 'waits',
    prepare: () => {
      const before = marks('one');
      return {
        agent: caller(one),
        isTarget: ({ tool_kind, tool_name }) => tool_kind === 'mcp' && tool_name === 'mcp:one/erase',
        effects: () => marks('one') - before,
      };
    },
  },
]);

describe('a run with an MCP server that cannot be reached', () => {
  const agentOf = (mcp: MCPServerStdio) =>
    new Agent({ name: 'Caller', model: scriptedModel([]), mcpServers: [mcp] });
  const failure = {
    name: 'SekishoError',
    code: 'AGENTS-E-MCP-UNREACHABLE',
    message: expect.stringContaining('MCP server "unconnected"'),
    cause: expect.any(Error),
  };

  it('throws AGENTS-E-MCP-UNREACHABLE when it is not connected', async () => {
    const runner = runnerWithJudge('allow');
    const agent = agentOf(server('unconnected', 'unconnected'));
    await expect(runner.run(agent, 'Erase.')).rejects.toMatchObject(failure);
    const [failed] = await runner.getExecutionLogs({ event: 'run.failed' });
    expect(failed?.data).toMatchObject({ error: { message: expect.stringContaining('connect') } });
  });

  it('throws the same error in a stream', async () => {
    const events = runnerWithJudge('allow').runStream(
      agentOf(server('unconnected', 'unconnected')),
      'Erase.',
    );
    const read = async () => {
      for await (const event of events) expect(event).toBeDefined();
    };
    await expect(read()).rejects.toMatchObject(failure);
  });

  it('throws the same error when its process has exited', async () => {
    const closed = server('unconnected', 'unconnected');
    await closed.connect();
    await closed.close();
    await expect(runnerWithJudge('allow').run(agentOf(closed), 'Erase.')).rejects.toMatchObject(failure);
  });

  it("does not change upstream's own error outside of a run", async () => {
    const unconnected = server('unconnected', 'unconnected');
    await expect(runnerWithJudge('allow').run(agentOf(unconnected), 'Erase.')).rejects.toMatchObject(failure);
    await expect(unconnected.listTools()).rejects.not.toHaveProperty('code');
  });
});

describe('an approval for a tool of an MCP server', () => {
  it('is not valid for a tool of the same name on another server', async () => {
    const { done, result } = await approveThenSwap(one, two);
    expect(done).toEqual([0, 0]);
    expect(result).not.toBe('done');
  });

  it('is not valid for a tool whose description changed in the meantime', async () => {
    const { done, result } = await approveThenSwap(one, changed);
    expect(done).toEqual([0, 0]);
    expect(result).not.toBe('done');
  });

  it('is valid for the approved tool', async () => {
    const { done, result } = await approveThenSwap(one, one);
    expect(done).toEqual([1, 1]);
    expect(result).toBe('done');
  });
});

/** Approves a call of the first server and resumes with an agent that has the second. */
async function approveThenSwap(from: MCPServerStdio, to: MCPServerStdio) {
  const files = [from, to].map((each) => (each === one ? 'one' : each === two ? 'two' : 'changed'));
  const before = files.map(marks);
  const runner = runnerWithJudge('needs_human');
  const waiting = await runner.run(caller(from), 'Please erase a.');
  const { token } = await runner.submitApproval(waiting.interruptions[0]?.approval_id ?? '', 'approve');
  const result = await runner
    .run(caller(to), '', { extensions: { resume: { token } } })
    .then(({ interruptions, finalOutput }) => (interruptions.length > 0 ? 'asked again' : finalOutput))
    .catch((error: unknown) => String(error));
  return { result, done: files.map((file, index) => marks(file) - (before[index] ?? 0)) };
}

function caller(mcpServer: MCPServerStdio) {
  return new Agent({
    name: 'Clerk',
    model: scriptedModel([
      (request) =>
        JSON.stringify(request.input).includes('function_call')
          ? [
              {
                type: 'message',
                role: 'assistant',
                status: 'completed',
                content: [{ type: 'output_text', text: 'done' }],
              },
            ]
          : [functionCall('call_1', 'erase', { what: 'a' })],
    ]),
    mcpServers: [mcpServer],
  });
}

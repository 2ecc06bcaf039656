import { deepEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { crashableStore } from '@sekisho/engine/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installOutside } from '../../../scripts/install-outside.ts';
import { proofSize } from '../../../test/proof-size.ts';
import { createClaudeGate, type ClaudeGate, type ClaudeSession } from '../src/index.ts';
import { permissionOf, report } from './hooks.ts';
import { startLoopbackModel } from './loopback-model.ts';

const MIKA = { id: 'mika' };
const VERSION = '0.3.325';

let directory: string;
let gate: ClaudeGate;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-claude-'));
  gate = open();
});

afterEach(async () => {
  const { ok, authority } = await gate.engine.verifyExecutionLog();
  await gate.close();
  rmSync(directory, { recursive: true, force: true });
  deepEqual({ ok, findings: authority?.findings }, { ok: true, findings: [] });
});

const commandOf = (id: string) => ({
  id,
  name: 'Bash',
  input: { command: `echo ${id} >> ${join(directory, 'effects')}` },
});

describe('the hooks for Claude Code', () => {
  it('defers a command that needs a person, and allows it once after the approval', async () => {
    const bash = commandOf('toolu_1');
    expect(await inSession((session) => permissionOf(session, bash))).toMatchObject({ decision: 'defer' });
    await decide('approve');
    await inSession(async (session) => {
      expect(await permissionOf(session, bash)).toMatchObject({ decision: 'allow' });
      await report(session, bash, { tool_response: { stdout: 'done' } });
    });
    const { decision, reason } = await inSession((session) => permissionOf(session, bash));
    expect([decision, reason]).toEqual(['deny', expect.stringContaining('"stdout":"done"')]);
  });

  it('defers one of two commands of a response, and denies the other', async () => {
    const decisions = await inSession((session) =>
      Promise.all(['toolu_1', 'toolu_2'].map((id) => permissionOf(session, commandOf(id)))),
    );
    expect(decisions.map(({ decision }) => decision).toSorted()).toEqual(['defer', 'deny']);
  });

  it('rejects other arguments with the id of an approved command', async () => {
    await inSession((session) => permissionOf(session, commandOf('toolu_1')));
    await decide('approve');
    const other = { ...commandOf('toolu_1'), input: { command: 'rm -rf /srv' } };
    expect(await inSession((session) => permissionOf(session, other))).not.toMatchObject({
      decision: 'allow',
    });
  });

  it('asks a person about a command that was running when the process died', async () => {
    const { options, crash } = crashableStore(directory);
    await inSession((session) => permissionOf(session, commandOf('toolu_1')));
    await decide('approve');
    await gate.close();
    const dying = createClaudeGate({ ...options, application: 'shop' });
    const session = await dying.open({ id: 'chat 1' });
    expect(await permissionOf(session, commandOf('toolu_1'))).toMatchObject({ decision: 'allow' });
    crash();
    await dying.engine.close({ timeoutMs: 0 }).catch(() => undefined);
    gate = open();
    await expect(gate.open({ id: 'chat 1' })).rejects.toMatchObject({ code: 'AGENTS-E-APPROVAL-INVALID' });
  });

  it('rejects an event that is none', async () => {
    await inSession(async ({ hooks }) => {
      expect(hooks.PreToolUse[0]?.onFailure).toBe('block');
      await expect(hooks.PreToolUse[0]?.hooks[0]?.({ tool_name: 'Bash' })).rejects.toThrow('tool_use_id');
    });
  });

  it('does not execute a tool of the program without the id of its call', async () => {
    await inSession(async (session) => {
      const { handler } = session.tool({ name: 'note', description: '', handler: async () => ({}) });
      await expect(Reflect.apply(handler, undefined, [{}, {}])).rejects.toMatchObject({
        code: 'AGENTS-E-COMPAT-UNSUPPORTED',
      });
    });
  });
});

describe('a process that is killed', () => {
  const program = join(import.meta.dirname, 'programs/continue-session.ts');
  const run = promisify(execFile);
  const inProcess = async (death: 'body' | 'result' | 'live') =>
    run(process.execPath, ['--conditions=@sekisho/source', program, directory, death]);
  const killed = async (death: 'body' | 'result') => {
    await gate.close();
    await inProcess('live');
    gate = open();
    await decide('approve');
    await gate.close();
    await expect(inProcess(death)).rejects.toMatchObject({ signal: 'SIGKILL' });
    expect(effects()).toEqual(['sent']);
  };
  const continues = async () => {
    const { stdout } = await inProcess('live');
    gate = open();
    return { stdout, effects: effects() };
  };
  const once = { stdout: expect.stringContaining('The mail was sent.'), effects: ['sent'] };

  it('after the result is stored does not let the tool run twice', async () => {
    await killed('result');
    expect(await continues()).toEqual(once);
  });

  it('before the result is stored lets a person state the outcome, and does not let the tool run twice', async () => {
    await killed('body');
    await expect(inProcess('live')).rejects.toMatchObject({
      stderr: expect.stringContaining('it is unknown whether a call'),
    });
    gate = open();
    const [request] = await gate.engine.getPendingApprovals();
    const result = JSON.stringify({ content: [{ type: 'text', text: 'The mail was sent.' }] });
    await gate.engine.resolveOutcome(request?.approval_id ?? '', 'done', { by: MIKA, result });
    await gate.close();
    expect(await continues()).toEqual(once);
  });
});

// Claude Code is large, so the short form does not install it.
describe.each(['the real Claude Code'].slice(0, proofSize('claudeCode')))('%s', () => {
  const before = new Set(Object.keys(process.env));
  // The SDK sets variables of this process.
  afterAll(() => {
    for (const name of Object.keys(process.env)) if (!before.has(name)) delete process.env[name];
  });

  it.each([
    ['bare', 1],
    ['gated', 0],
  ] as const)(
    'executes a command that the user did not ask for, %s: %i',
    async (side, executions) => {
      const bash = commandOf('toolu_1');
      const model = await startLoopbackModel([bash]);
      const first = await ask(model.url, side);
      expect(effects()).toHaveLength(executions);
      if (side === 'gated') {
        await decide('approve');
        await ask(model.url, side, first);
        await ask(model.url, side, first);
      }
      model.close();
      expect(effects()).toHaveLength(1);
    },
    120_000,
  );
});

const open = () => createClaudeGate({ store: { directory }, application: 'shop', leaseMs: 300 });

const effects = () => {
  const file = join(directory, 'effects');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};

async function inSession<T>(work: (session: ClaudeSession) => Promise<T>): Promise<T> {
  const session = await gate.open({ id: 'chat 1' });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

async function decide(decision: 'approve' | 'deny'): Promise<void> {
  const [{ approval_id: id, display } = { approval_id: '', display: undefined }] =
    await gate.engine.getPendingApprovals();
  const reading = display === 'complete' ? undefined : await gate.engine.readApproval(id, { by: MIKA });
  await gate.engine.decide(id, decision, { by: MIKA, displayed: reading?.display_digest });
}

/** One query of the Claude Agent SDK. Returns the id of its session. */
async function ask(url: string, side: 'bare' | 'gated', resume?: string): Promise<string> {
  const { query } = await import(pathToFileURL(join(await installed(), 'sdk.mjs')).href);
  return inSession(async ({ hooks }) => {
    const env = {
      PATH: process.env['PATH'],
      HOME: directory,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      IS_SANDBOX: '1',
    };
    const permissions = { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true };
    const options = {
      cwd: directory,
      settingSources: [],
      env,
      resume,
      ...permissions,
      ...(side === 'gated' && { hooks }),
    };
    let id = '';
    for await (const message of query({ prompt: 'Please tidy up.', options })) id = message.session_id ?? id;
    return id;
  });
}

/** Installs the SDK with its program of 366 MB, which no other test needs. */
async function installed(): Promise<string> {
  const name = '@anthropic-ai/claude-agent-sdk';
  return join(await installOutside('claude-agent-sdk', { [name]: VERSION }), 'node_modules', name);
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readLogLevel } from '../../engine/src/config/env.ts';
import { Agent, McpGateway, MCPServerStdio } from '../src/index.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { runnerWithJudge } from './programs/mediation-fixtures.ts';

const program = join(import.meta.dirname, 'programs', 'debug-log.ts');

/** Runs the program with this level. Returns its output, the lines of the debug log and the complete stderr. */
function runWith(level: string | undefined) {
  const { AGENTS_LOG_LEVEL: _, ...env } = process.env;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--conditions=@sekisho/source', program], {
    encoding: 'utf8',
    env: level === undefined ? env : { ...env, AGENTS_LOG_LEVEL: level },
  });
  if (status !== 0) throw new Error(stderr);
  const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
  return { output: JSON.parse(stdout), lines: lines.map((line) => JSON.parse(line)), stderr };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('AGENTS_LOG_LEVEL', { timeout: 60_000 }, () => {
  it('debug writes gate input, decision and approval id to stderr, and nothing to stdout', () => {
    const { output, lines, stderr } = runWith('debug');
    expect(output.output_text).toBe('ok');
    expect(lines[0]).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'debug',
      event: 'gate.request',
      run_id: output.runId,
      agent: 'Clerk',
      tool: 'send',
      kind: 'function',
      call_id: 'call_1',
      profile: 'balanced',
      user: 'owner',
      arguments: ['to', 'password'],
      argument_bytes: expect.any(Number),
      intent_characters: expect.any(Number),
      listed_tools: 1,
    });
    expect(lines[1]).toMatchObject({
      event: 'gate.decision',
      run_id: output.runId,
      tool: 'send',
      decision: 'needs_human',
      risk_level: 3,
      rule_ids: [],
      reason: 'It sends password=[masked]',
    });
    expect(lines[2]).toMatchObject({
      event: 'approval.requested',
      run_id: output.runId,
      approval_id: output.approvalId,
    });
    expect(stderr).not.toContain('hunter2');
  });

  it('is info when it is not set, which logs nothing', () => {
    expect(runWith(undefined).stderr).toBe('');
  });

  it.each([
    [undefined, 'info'],
    ['', 'info'],
    [' Debug ', 'debug'],
    ['warn', 'warn'],
    ['error', 'error'],
    ['silent', 'silent'],
  ])('%j means %s', (text, level) => {
    expect(readLogLevel({ AGENTS_LOG_LEVEL: text })).toEqual({ level });
  });

  it('warns about an unknown level and continues', () => {
    const { output, lines, stderr } = runWith('verbose');
    expect(output.output_text).toBe('ok');
    expect(lines).toEqual([]);
    expect(stderr).toContain('[AGENTS-E-RUNNER-CONFIG] Warning: AGENTS_LOG_LEVEL is not a level');
    expect(stderr).toContain('silent, error, warn, info, debug');
  });

  it('debug logs the duration of a call to an MCP server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sekisho-debug-'));
    writeFileSync(join(folder, 'marks'), '');
    const args = [
      join(import.meta.dirname, 'programs', 'mediation-mcp-server.ts'),
      join(folder, 'marks'),
      'Erases.',
    ];
    vi.stubEnv('AGENTS_LOG_LEVEL', 'debug');
    const written: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const server = new MCPServerStdio({ name: 'files', command: process.execPath, args });
    await server.connect();
    const agent = new Agent({
      name: 'Clerk',
      mcpServers: [server],
      model: scriptedModel([[functionCall('call_1', 'erase', {})]]),
    });
    await runnerWithJudge('allow').run(agent, 'Please erase.');
    await server.close();
    const gateway = new McpGateway();
    await gateway.register({ server_id: 'shop', command: process.execPath, args });
    await gateway.close();
    rmSync(folder, { recursive: true });
    const responses = written.map((line) => JSON.parse(line)).filter(({ event }) => event === 'mcp.response');
    expect(responses).toMatchObject([
      { server: 'files', method: 'tools/call', tool: 'mcp:files/erase', ms: expect.any(Number), ok: true },
      { server: 'shop', method: 'tools/list', ms: expect.any(Number), ok: true },
    ]);
  });
});

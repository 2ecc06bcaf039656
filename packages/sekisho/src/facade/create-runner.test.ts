import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RuleSafetyAgent } from '../../../engine/src/gate/rule-safety-agent.ts';
import { SafetyAgent } from '../../../engine/src/gate/safety-agent.ts';
import { Agent, Usage, type Model, type ModelResponse } from '../openai-agents/upstream.ts';
import { MemoryStateStore } from '../../../engine/src/store/memory/memory-state-store.ts';
import { approvalStoreOf } from '../../../engine/src/store/approval-store.ts';
import { executionLogStoreOf } from '../../../engine/src/store/execution-log-store.ts';
import { createRunner, type AgentRunnerOptions } from './create-runner.ts';
import { hostedMcpTool } from './hosted-mcp-tool.ts';
import { tool } from './tool.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-runner-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const asking = new SafetyAgent(() => ({ decision: 'needs_human', risk_level: 2, reason: 'a test asks' }));

function deletingAgent(): { agent: Agent; deleted: string[] } {
  const deleted: string[] = [];
  const remove = tool({
    name: 'delete_file',
    description: 'Deletes a file.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' } },
      required: ['path'],
      additionalProperties: false,
    },
    execute: async (args) => {
      deleted.push(JSON.stringify(args));
      return 'deleted';
    },
  });
  const model = modelOf([
    [
      {
        type: 'function_call',
        callId: 'c1',
        name: 'delete_file',
        arguments: '{"path":"/x"}',
        status: 'completed',
      },
    ],
    [
      {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'done' }],
      },
    ],
  ]);
  return { agent: new Agent({ name: 'cleaner', model, tools: [remove] }), deleted };
}

function modelOf(responses: readonly ModelResponse['output'][]): Model {
  let calls = 0;
  return {
    getResponse: async () => {
      calls += 1;
      return { usage: new Usage(), output: responses[calls - 1] ?? [] };
    },
    getStreamedResponse: () => {
      throw new Error('not streamed here');
    },
  };
}

describe('createRunner', () => {
  it.each([[undefined], [{}], [{ safetyAgent: {} }]])('throws without a safety agent: %j', (options) => {
    expect(() => createRunner(options as AgentRunnerOptions)).toThrow(
      expect.objectContaining({ code: 'AGENTS-E-RUNNER-CONFIG' }),
    );
  });

  it('opens no store before its first run', () => {
    createRunner({ safetyAgent: new RuleSafetyAgent(), store: { directory }, secret: new Uint8Array(32) });
    expect(readdirSync(directory)).toEqual([]);
  });

  it('works with separate stores for approvals and the audit log', async () => {
    const otherStore = new MemoryStateStore({
      clock: Date.now,
      link: (previous, seq, body) => `${previous.length}:${seq}:${body.length}`,
    });
    const runner = createRunner({
      safetyAgent: asking,
      store: { directory },
      approvalStore: approvalStoreOf(otherStore),
      executionLogStore: executionLogStoreOf(otherStore),
    });
    const { agent, deleted } = deletingAgent();
    const result = await runner.run(agent, 'delete /x');
    const [approval] = result.interruptions;
    expect(await otherStore.getApproval(approval?.approval_id ?? '')).toMatchObject({ status: 'pending' });
    await runner.approveAndResume(result.run_id, approval?.approval_id ?? '', {
      decision: 'approve',
      by: { id: 'me' },
    });
    expect(deleted).toEqual(['{"path":"/x"}']);
    expect((await otherStore.queryLogs({})).map(({ event }) => event)).toContain('approval.used');
    await runner.close();
  });

  it('continues with a read while a separate log is unavailable, and records the gap', async () => {
    const otherStore = new MemoryStateStore({ clock: Date.now, link: () => '' });
    const logs = executionLogStoreOf(otherStore);
    let broken = false;
    const executionLogStore = {
      ...logs,
      append: (records: Parameters<typeof logs.append>[0]) =>
        broken ? Promise.reject(new Error('log server down')) : logs.append(records),
    };
    const allowing = new SafetyAgent(() => ({ decision: 'allow', risk_level: 1, reason: 'a test allows' }));
    const runner = createRunner({ safetyAgent: allowing, store: { directory }, executionLogStore });
    const reading = tool({
      name: 'look',
      description: 'Looks.',
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
      extensions: { manifest: { effect: 'read' } },
      execute: async () => {
        broken = true;
        return 'seen';
      },
    });
    const model = modelOf([
      [{ type: 'function_call', callId: 'c1', name: 'look', arguments: '{}', status: 'completed' }],
      [
        {
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'done' }],
        },
      ],
    ]);
    const { output_text } = await runner.run(new Agent({ name: 'scout', model, tools: [reading] }), 'look');
    expect(output_text).toBe('done');
    broken = false;
    const { agent } = deletingAgent();
    await runner.run(agent, 'delete /x');
    const events = (await otherStore.queryLogs({})).map(({ event }) => event);
    expect(events).toContain('audit.gap');
    expect(events).toContain('run.finished');
    await runner.close();
  });

  it('does not start a run that the store cannot record', async () => {
    const runner = createRunner({
      safetyAgent: asking,
      secret: new Uint8Array(32),
      store: () => Promise.reject(new Error('no such server')),
    });
    await expect(runner.run(deletingAgent().agent, 'delete /x')).rejects.toMatchObject({
      code: 'AGENTS-E-STORE',
    });
  });

  it('uses an approval in a separate store only once', async () => {
    const otherStore = new MemoryStateStore({ clock: Date.now, link: () => '' });
    const runner = createRunner({
      safetyAgent: asking,
      store: 'memory',
      approvalStore: approvalStoreOf(otherStore),
    });
    const { agent, deleted } = deletingAgent();
    const { run_id, interruptions } = await runner.run(agent, 'delete /x');
    const { token } = await runner.submitApproval(interruptions[0]?.approval_id ?? '', 'approve');
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => runner.resumeRun(run_id, token)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(deleted).toHaveLength(1);
  });
});

describe('hostedMcpTool', () => {
  it.each([
    ["upstream's form", hostedMcpTool({ serverLabel: 'x', serverUrl: 'https://mcp.example' }), 'always'],
    ['our form', hostedMcpTool({ url: 'https://mcp.example/sse' }), 'always'],
    [
      'our form with approval disabled',
      hostedMcpTool({ url: 'https://mcp.example' }, { requireApproval: false }),
      'never',
    ],
    [
      "upstream's form with approval disabled",
      hostedMcpTool({ serverLabel: 'x', serverUrl: 'https://mcp.example', requireApproval: 'never' }),
      'never',
    ],
  ])('sets require_approval in %s', (_case, made, expected) => {
    expect(made.providerData).toMatchObject({ type: 'mcp', require_approval: expected });
  });

  it.each(['http://mcp.example', 'not a url', 'ftp://mcp.example'])('rejects the URL %s', (url) => {
    expect(() => hostedMcpTool({ url })).toThrow(expect.objectContaining({ code: 'AGENTS-E-MCP-SCHEMA' }));
  });
});

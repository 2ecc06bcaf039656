import { hostedMcpTool } from '@openai/agents-core';
import { describe, expect, it } from 'vitest';
import { Agent } from '../src/index.ts';
import { assistantText, scriptedModel, type ScriptedItem } from '../src/testing/scripted-model.ts';
import { runnerWithJudge } from './programs/mediation-fixtures.ts';

const files = hostedMcpTool({
  serverLabel: 'files',
  serverUrl: 'https://mcp.example.com',
  requireApproval: 'never',
});

const ask = (id: string, name: string): ScriptedItem => ({
  type: 'hosted_tool_call',
  id,
  name,
  arguments: '{"what":"a"}',
  status: 'in_progress',
  providerData: {
    type: 'mcp_approval_request',
    id,
    server_label: 'files',
    name,
    arguments: '{"what":"a"}',
  },
});

/** The requests that the provider was asked to execute. */
const approved = (input: unknown): string[] =>
  [...JSON.stringify(input).matchAll(/"approve":true,"approval_request_id":"(\w+)"/g)].map(
    ([, id = '']) => id,
  );

describe('a call of a hosted MCP server', () => {
  it('is evaluated, displayed and granted as a call of the named tool', async () => {
    const judged: string[] = [];
    let executed: string[] = [];
    const runner = runnerWithJudge(({ tool_name, tool }) => {
      judged.push(`${tool_name} (${tool.name})`);
      return {};
    });
    const agent = new Agent({
      name: 'Clerk',
      tools: [files],
      model: scriptedModel([
        [ask('m1', 'read')],
        ({ input }) => {
          executed = approved(input);
          return [ask('m2', 'erase')];
        },
        () => [assistantText('done')],
      ]),
    });
    const first = await runner.run(agent, 'Please read.');
    const [request] = await runner.getPendingApprovals();
    expect(request).toMatchObject({ tool_id: 'hosted_mcp:files/read' });
    expect(request?.prompt).toContain('hosted_mcp:files/read');
    const { token } = await runner.submitApproval(request?.approval_id ?? '', 'approve', {
      grant: { scope: 'run' },
    });
    const second = await runner.resumeRun(first.run_id, token);
    expect(executed).toEqual(['m1']);
    expect(second.interruptions).toHaveLength(1);
    expect(judged).toEqual(
      expect.arrayContaining(['hosted_mcp:files/read (read)', 'hosted_mcp:files/erase (erase)']),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { MemoryPolicyStore } from '../policy/policy-store.ts';
import type { ToolDescription } from '../wire/tool-call-request.ts';
import { completeCall } from './complete-call.ts';

const tool = (id: string, kind: ToolDescription['kind'], name = id): ToolDescription => ({
  id,
  kind,
  name,
  definition_digest: `digest of ${id}`,
});
const TOOLS = [
  tool('billing/pay', 'function', 'pay_invoice'),
  tool('mail/send', 'mcp', 'mail_send'),
  tool('docs', 'hosted_mcp', 'documents'),
];
const parts = { policies: new MemoryPolicyStore(), describeTools: async () => TOOLS };
const complete = (name: string, context = {}) =>
  completeCall(
    { name: 'clerk' },
    { tool_name: name, tool_kind: 'function', args: {} },
    { policyProfile: 'balanced', ...context },
    parts,
  );

describe('a call from outside of a run', () => {
  it.each([
    ['billing/pay', 'billing/pay'],
    ['pay_invoice', 'billing/pay'],
    ['send', 'mail/send'],
    ['docs/read', 'docs/read'],
    ['documents/read', 'docs/read'],
    ['docs', 'docs'],
  ])('finds the tool that the caller names %s', async (name, id) => {
    const { request } = await complete(name);
    expect(request).toMatchObject({ tool_name: id, tool: { id } });
  });

  it.each(['pay', 'nd', 'read', 'documentsread'])('knows no tool with the name %s', async (name) => {
    await expect(complete(name)).rejects.toMatchObject({
      code: 'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
      message: expect.stringContaining(`does not list the tool "${name}"`),
    });
  });

  it('gives each tool of a hosted server a digest of its own', async () => {
    const digests = await Promise.all(
      ['docs/read', 'docs/write'].map(async (name) => (await complete(name)).request.tool.definition_digest),
    );
    expect(new Set([...digests, 'digest of docs']).size).toBe(3);
  });

  it('begins with a run without calls, the owner as the user and no text', async () => {
    const { request, context } = await complete('billing/pay');
    expect(request).toMatchObject({ call_id: '', user_intent: '' });
    expect(context).toMatchObject({
      run_id: '',
      user: 'owner',
      counters: { writes: 0, spend: 0, consecutive_refusals: 0 },
      capabilities: { agent_name: 'clerk', tool_names: ['billing/pay', 'mail/send', 'docs'] },
      policyProfile: { name: 'balanced' },
    });
  });

  it('keeps what the caller knows', async () => {
    const counters = { writes: 3, spend: 10, consecutive_refusals: 1 };
    const { context } = await complete('billing/pay', { counters, run_id: 'r1', user: 'customer' });
    expect(context).toMatchObject({ counters, run_id: 'r1', user: 'customer' });
  });

  it('requires a profile', async () => {
    await expect(complete('billing/pay', { policyProfile: undefined })).rejects.toMatchObject({
      code: 'AGENTS-E-POLICY-INVALID',
    });
  });
});

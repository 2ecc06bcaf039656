import { crashableStore } from '@sekisho/engine/testing';
import { describeIntegration, type SuiteCall, type SuiteOutcome } from '@sekisho/engine/testing/vitest';
import { createClaudeGate } from '../src/index.ts';
import { permissionOf, MANIFESTS } from './hooks.ts';

describeIntegration('with the Claude Agent SDK', {
  application: 'suite',
  integration: 'claude-agent',
  open: async ({ directory, key, execute }) => {
    const { options, crash: crashStore } = crashableStore(directory);
    const gate = createClaudeGate({ ...options, application: 'suite', manifests: MANIFESTS });
    const session = await gate.open({ id: key });
    const tools = new Map(
      (['read_note', 'send_mail', 'fails'] as const).map((name) => {
        const handler = async (args: Readonly<Record<string, unknown>>, _extra: unknown) => ({
          content: [{ type: 'text', text: await execute({ tool: name, args }) }],
        });
        return [name, session.tool({ name, description: name, handler })];
      }),
    );
    return {
      say: async (text) => {
        const asked = await gate.open({ id: key, userText: text });
        await asked.close();
      },
      respond: (calls) => Promise.all(calls.map(present)),
      end: async ({ crash = false } = {}) => {
        if (crash) {
          crashStore();
          await gate.engine.close({ timeoutMs: 0 }).catch(() => undefined);
          return;
        }
        await session.close();
        await gate.close();
      },
    };

    /** Does what Claude Code does with a call of a tool of the program: the hook decides, then the handler runs. */
    async function present({ id, tool, args }: SuiteCall): Promise<SuiteOutcome> {
      const mcp_server = { name: 'office', source: 'sdk' };
      const { decision, reason } = await permissionOf(session, {
        id,
        name: `mcp__office__${tool}`,
        input: args,
        mcp_server,
      });
      if (decision === 'defer') {
        const waiting = session.pendingApprovals.find(({ call_key }) => call_key.startsWith(`${id}#`));
        return { kind: 'waiting', approvalId: waiting?.approval_id ?? '' };
      }
      if (decision === 'deny') return { kind: 'result', text: reason ?? '' };
      const { content } = Object(
        await tools.get(tool)?.handler(args, { _meta: { 'claudecode/toolUseId': id } }),
      );
      return { kind: 'result', text: content[0].text };
    }
  },
});

import { createRunner, RuleSafetyAgent, type HumanApprovalRequest } from 'sekisho';
import { gatedAgent } from '../sdk-sides.ts';
import { agentFor } from './agent-for.ts';
import { ASK_TOOL, QUESTION, READ_TOOL, type Peer } from './peer.ts';

const MAX_TURNS = 100;

/** This package with its default features: the gate, masking, the intent before the effect, the audit chain. */
export async function openOurs(store: 'memory' | { readonly directory: string }): Promise<Peer> {
  const readers = agentFor((calls) => gatedAgent({ turns: calls, calls: 1, tool: READ_TOOL }));
  const asker = gatedAgent({ turns: 0, calls: 1, tool: READ_TOOL, last: ASK_TOOL });
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    store,
    agents: [asker],
    runConfig: { tracingDisabled: true },
  });
  await runner.getExecutionLogs();
  return {
    run: async (calls) => {
      const { finalOutput } = await runner.run(readers(calls), QUESTION, { maxTurns: MAX_TURNS });
      if (finalOutput === undefined) throw new Error('The run did not end.');
    },
    suspend: async () => {
      const { run_id: runId, interruptions } = await runner.run(asker, QUESTION);
      return `${runId} ${interruptions[0]?.approval_id ?? ''}`;
    },
    list: async () => {
      const { store: opened } = runner.inspect();
      const waiting: HumanApprovalRequest[] = [];
      let cursor: string | undefined;
      do {
        const page = await opened.listApprovals({ status: 'pending', limit: 500, cursor });
        waiting.push(...page.rows);
        cursor = page.cursor;
      } while (cursor !== undefined);
      return waiting.map(({ run_id: runId, approval_id: approvalId }) => `${runId} ${approvalId}`);
    },
    resume: async (name) => {
      const [runId = '', approvalId = ''] = name.split(' ');
      const { finalOutput } = await runner.approveAndResume(runId, approvalId, { decision: 'approve' });
      if (finalOutput === undefined) throw new Error('The run did not end.');
    },
    close: () => runner.close(),
  };
}

import { createEngine, describeFunction, RuleSafetyAgent } from '../src/index.ts';
import { crashableStore } from '../src/testing/crashable-store.ts';
import {
  describeIntegration,
  type SuiteCall,
  type SuiteOutcome,
} from '../src/testing/describe-integration.ts';

const MANIFESTS = {
  read_note: { effect: 'read' },
  send_mail: { effect: 'send', arguments: { to: 'recipient' } },
  fails: { effect: 'read' },
} as const;

describeIntegration('of the engine itself', {
  application: 'suite',
  integration: 'plain',
  open: async ({ directory, key, execute }) => {
    const { options, crash: crashStore } = crashableStore(directory);
    const engine = createEngine({
      safetyAgent: new RuleSafetyAgent(),
      ...options,
      application: 'suite',
      integration: { name: 'plain' },
    });
    const run = await engine.openRun({ agent: 'clerk', key });
    const tools = new Map(
      Object.entries(MANIFESTS).map(([name, manifest]) => [name, describeFunction({ name, manifest })]),
    );
    return {
      say: async (text) => run.addUserText(text),
      respond: async (calls) => {
        const decided = await run.decideTurn({
          agent: { name: 'clerk' },
          calls: calls.map(({ id, tool, args }) => ({
            key: id,
            callId: id,
            tool: tools.get(tool) ?? describeFunction({ name: tool }),
            rawArguments: JSON.stringify(args),
          })),
          execution: 'later',
          visible: true,
        });
        return Promise.all(decided.map((call, index) => outcomeOf(call, calls[index])));
      },
      end: async ({ crash = false } = {}) => {
        if (crash) crashStore();
        const ended = engine.close({ timeoutMs: 0 });
        await (crash ? ended.catch(() => undefined) : ended);
      },
    };

    async function outcomeOf(
      call: Awaited<ReturnType<typeof run.decideTurn>>[number],
      requested: SuiteCall | undefined,
    ): Promise<SuiteOutcome> {
      if (call.stage === 'waiting') return { kind: 'waiting', approvalId: call.approval.approval_id };
      const body = () => execute(requested ?? { tool: 'fails', args: {} });
      return { kind: 'result', text: String(await run.executeOnce(call.key, body)) };
    }
  },
});

import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  Agent,
  createRunner,
  MemoryStateStore,
  SafetyAgent,
  tool,
  type AgentRunnerOptions,
  type DeclaredManifest,
  type Model,
  type StoreWrite,
} from '../src/index.ts';
import { assistantText, functionCall, scriptedModel } from '../src/testing/scripted-model.ts';

const allows = new SafetyAgent(() => ({ decision: 'allow', risk_level: 1, reason: 'a test allows' }));

interface Scenario {
  readonly look?: DeclaredManifest | undefined;
  readonly options?: Partial<AgentRunnerOptions>;
  readonly profile?: 'strict' | 'balanced' | 'fast';
  /** The result of the store for the decision about the read. */
  readonly loses?: boolean;
  /** The duration of the read. */
  readonly ms?: number;
}

/** Runs a read and then a deletion on a slow store. Returns the order of the events. */
async function orderOf({ look, options = {}, profile, loses = false, ms = 0 }: Scenario) {
  const order: string[] = [];
  const body = (name: string) =>
    tool({
      name,
      description: name,
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
      ...(name === 'look' && look ? { extensions: { manifest: look } } : {}),
      execute: async () => {
        if (name === 'look') await sleep(ms);
        order.push(`${name} ran`);
        return 'done';
      },
    });
  const script = scriptedModel([
    [functionCall('c1', 'look', {})],
    [functionCall('c2', 'delete_all', {})],
    [assistantText('done')],
  ]);
  // The response of a real model never precedes the first write of the run.
  const model: Model = {
    ...script,
    getResponse: (request) => turn().then(() => script.getResponse(request)),
  };
  const runner = createRunner({
    safetyAgent: allows,
    secret: new Uint8Array(32),
    store: ({ link, clock }) => slow(new MemoryStateStore({ link, clock }), order, loses),
    ...options,
  });
  const agent = new Agent({ name: 'a', model, tools: [body('look'), body('delete_all')] });
  const extensions = profile ? { policyProfile: profile } : {};
  const failure: unknown = await runner.run(agent, 'go', { extensions }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { order, failure };
}

function slow(store: MemoryStateStore, order: string[], loses: boolean): MemoryStateStore {
  const commit = store.commit.bind(store);
  // Commits are sequential, as on a disk.
  let last: Promise<unknown> = Promise.resolve();
  store.commit = (writes: readonly StoreWrite[]) => {
    const calls = writes.flatMap((write) =>
      write.kind === 'log.append' && write.record.event === 'gate.decision'
        ? [write.record.tool_call_id.slice(-2)]
        : [],
    );
    const done = last.then(async () => {
      await sleep(10);
      if (loses && calls.includes('c1')) return { ok: false as const, failed: 0 };
      const outcome = await commit(writes);
      order.push(...calls.map((call) => `${call} stored`));
      return outcome;
    });
    last = done;
    return done;
  };
  return store;
}

const read: DeclaredManifest = { effect: 'read' };
const WAITS = ['c1 stored', 'look ran', 'c2 stored', 'delete_all ran'];

describe('a declared read', () => {
  it.each(['balanced', 'fast'] as const)(
    'continues while its record is written, in the profile %s',
    async (profile) => {
      const { order } = await orderOf({ look: read, profile });
      expect(order).toEqual(['look ran', 'c1 stored', 'c2 stored', 'delete_all ran']);
    },
  );

  it.each<[string, Scenario]>([
    ['in the strict profile', { look: read, profile: 'strict' }],
    ['when the host requires records', { look: read, options: { auditMode: 'required' } }],
    ['when it reads secrets', { look: { effect: 'read', sensitive: true } }],
    ['when it is not declared', { look: undefined }],
    ['when it is not a read', { look: { effect: 'write', idempotent: true } }],
  ])('waits for its record %s', async (_case, scenario) => {
    expect((await orderOf(scenario)).order).toEqual(WAITS);
  });

  it('has its decision stored while it is still running, when it takes long', async () => {
    const { order } = await orderOf({ look: read, ms: 500 });
    expect(order.slice(0, 2)).toEqual(['c1 stored', 'look ran']);
  });

  it('prevents calls with an effect when its record was rejected', async () => {
    const { order, failure } = await orderOf({ look: read, loses: true });
    expect(order).not.toContain('delete_all ran');
    expect(failure).toMatchObject({ code: 'AGENTS-E-RUN-CONFLICT' });
  });
});

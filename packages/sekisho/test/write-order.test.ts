import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  Agent,
  createRunner,
  MemoryStateStore,
  SafetyAgent,
  tool,
  type AgentRunner,
  type Model,
  type GateDecision,
  type StoreWrite,
} from '../src/index.ts';
import { assistantText, functionCall, scriptedModel } from '../src/testing/scripted-model.ts';

type StoreEvent = string;

interface Scenario {
  readonly decision: GateDecision['decision'];
  readonly strict?: boolean;
  /** How long the model takes, in turns of the event loop. */
  readonly modelDelay?: number;
  /** The store rejects every commit that has a write or record with one of these names. */
  readonly fails?: readonly string[];
}

/** One call and a final text, on a store that records the content of each commit and the events in between. */
function setUp({ decision, strict = false, modelDelay = 0, fails = [] }: Scenario) {
  const events: StoreEvent[] = [];
  const agent = new Agent({
    name: 'clerk',
    model: delayedModel(
      scriptedModel([[functionCall('c1', 'pay', {})], [assistantText('done')]]),
      events,
      modelDelay,
    ),
    tools: [
      tool({
        name: 'pay',
        description: 'Pays.',
        parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
        execute: async () => {
          events.push('paid');
          return 'paid';
        },
      }),
    ],
  });
  const runner = createRunner({
    safetyAgent: new SafetyAgent(() => ({ decision, risk_level: 3, reason: 'the test decided this' })),
    secret: new Uint8Array(32),
    store: ({ link, clock }) => observedStore(new MemoryStateStore({ link, clock }), events, fails),
    agents: [agent],
    ...(strict ? { auditMode: 'required' as const } : {}),
  });
  return { runner, agent, events };
}

function delayedModel(model: Model, events: StoreEvent[], turns: number): Model {
  return {
    getResponse: async (request) => {
      events.push('model asked');
      for (let count = 0; count < turns; count += 1) await turn();
      return model.getResponse(request);
    },
    getStreamedResponse: async function* (request) {
      events.push('model asked');
      for (let count = 0; count < turns; count += 1) await turn();
      yield* model.getStreamedResponse(request);
    },
  };
}

function observedStore(
  store: MemoryStateStore,
  events: StoreEvent[],
  fails: readonly string[],
): MemoryStateStore {
  const commit = store.commit.bind(store);
  Object.defineProperty(store, 'durable', { value: true });
  store.commit = async (writes: readonly StoreWrite[]) => {
    const names = writes.map((write) => (write.kind === 'log.append' ? write.record.event : write.kind));
    await turn();
    if (names.some((name) => fails.includes(name))) throw new Error('The disk is full.');
    const outcome = await commit(writes);
    events.push(names.filter((name) => OBSERVED_WRITES.has(name)).join(' + '));
    return outcome;
  };
  return store;
}

const OBSERVED_WRITES = new Set([
  'run.open',
  'approval.create',
  'run.suspend',
  'effect.start',
  'effect.end',
  'run.finish',
]);

const FROM_THE_BODY = ['paid', 'effect.end', 'model asked', 'run.finish'];

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error)),
  );

async function approve(runner: AgentRunner): Promise<string> {
  const [request] = await runner.getPendingApprovals();
  if (!request) throw new Error('There is no approval request.');
  return (await runner.submitApproval(request.approval_id, 'approve')).token;
}

describe('what a run commits together', () => {
  it('is the run, its approval request and its wait, when the model responds immediately', async () => {
    const { runner, agent, events } = setUp({ decision: 'needs_human' });
    await runner.run(agent, 'Pay.');
    expect(events).toEqual(['model asked', 'run.open + approval.create + run.suspend']);
  });

  it('is the run and its first intent', async () => {
    const { runner, agent, events } = setUp({ decision: 'allow' });
    await runner.run(agent, 'Pay.');
    expect(events).toEqual(['model asked', 'run.open + effect.start', ...FROM_THE_BODY]);
  });

  it('is never a result with a later write: the model receives a result after it is stored', async () => {
    const { runner, agent, events } = setUp({ decision: 'needs_human' });
    const { run_id: runId } = await runner.run(agent, 'Pay.');
    await runner.resumeRun(runId, await approve(runner));
    expect(events.slice(2).filter((name) => name !== '')).toEqual(['effect.start', ...FROM_THE_BODY]);
  });
});

describe('a slow model', () => {
  it('is called while the run is being stored', async () => {
    const { runner, agent, events } = setUp({ decision: 'allow', modelDelay: 5 });
    await runner.run(agent, 'Pay.');
    expect(events).toEqual(['model asked', 'run.open', 'effect.start', ...FROM_THE_BODY]);
  });

  it('is called after that when records are required', async () => {
    const { runner, agent, events } = setUp({ decision: 'allow', modelDelay: 5, strict: true });
    await runner.run(agent, 'Pay.');
    expect(events).toEqual(['run.open', 'model asked', 'effect.start', ...FROM_THE_BODY]);
  });
});

describe('a stream', () => {
  it('is returned when its run is stored, and its approval requests are stored before it ends', async () => {
    const { runner, agent, events } = setUp({ decision: 'needs_human' });
    const stream = await runner.run(agent, 'Pay.', { stream: true });
    expect(events[0]).toBe('run.open');
    await stream.completed;
    expect(events).toEqual(['run.open', 'model asked', 'approval.create', 'run.suspend']);
  });
});

describe('a store that fails in the background', () => {
  it.each([
    ['to open the run', { decision: 'allow', fails: ['run.open'] }],
    ['to open the run while the model modelDelay', { decision: 'allow', fails: ['run.open'], modelDelay: 5 }],
    ['to store the intent', { decision: 'allow', fails: ['effect.start'] }],
  ] as const)('executes nothing when it fails %s', async (_what, scenario) => {
    const { runner, agent, events } = setUp(scenario);
    expect(await codeOf(runner.run(agent, 'Pay.'))).toBe('AGENTS-E-STORE');
    expect(events).not.toContain('paid');
  });

  it('does not pass an unstored result to the model, and does not complete the run', async () => {
    const { runner, agent, events } = setUp({ decision: 'allow', fails: ['effect.end'] });
    expect(await codeOf(runner.run(agent, 'Pay.'))).toBe('AGENTS-E-STORE');
    expect(events.filter((name) => name === 'model asked')).toHaveLength(1);
    expect(await runner.getExecutionLogs({ event: 'run.finished' })).toEqual([]);
  });

  it('does not suspend a run whose approval request is not stored', async () => {
    const { runner, agent, events } = setUp({ decision: 'needs_human', fails: ['approval.create'] });
    expect(await codeOf(runner.run(agent, 'Pay.'))).toBe('AGENTS-E-STORE');
    expect(events.join()).not.toContain('run.suspend');
  });
});

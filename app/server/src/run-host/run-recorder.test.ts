import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryStateStore, openSqliteStateStore, Usage, type Model, type StateStore } from 'sekisho';
import { assistantText } from 'sekisho/testing';
import { describe, expect, it } from 'vitest';
import { RunRecorder } from './run-recorder.ts';

type Recorded = ConstructorParameters<typeof RunRecorder>[0]['facts'];

const model: Model = {
  getResponse: async () => ({ output: [assistantText('yes')], usage: new Usage({ inputTokens: 5 }) }),
  getStreamedResponse: () => {
    throw new Error('Streaming is not used in this test.');
  },
};
const request = {
  input: 'a',
  modelSettings: {},
  tools: [],
  outputType: 'text',
  handoffs: [],
  tracing: false,
};
const ask = (recorded: Model) =>
  recorded.getResponse(request as unknown as Parameters<Model['getResponse']>[0]);

/** Creates a recorder that records into a list, or fails to record. */
function makeRecorder(write: (entry: string) => Promise<void>) {
  const failures: string[] = [];
  const facts = {
    addModelCall: async ({ run_id, input_tokens }: { run_id: string; input_tokens: number }) =>
      write(`${run_id} answer ${input_tokens}`),
  } as unknown as Recorded;
  const onFailure = (runId: string) => void failures.push(runId);
  const recorder = new RunRecorder({ facts, clock: () => 0, onFailure });
  const store = recorder.watch(new MemoryStateStore({ link: () => 'h', clock: () => 0 }), () => undefined);
  const open = (run_id: string) =>
    store.commit([
      {
        kind: 'run.open',
        run: {
          run_id,
          status: 'running',
          segment: 0,
          epoch: 1,
          owner: 'o',
          agent_name: 'a',
          application: 'shop',
          sdk_version: '1',
          state: null,
        },
      },
    ]);
  return {
    recorder,
    failures,
    open,
    recorded: recorder.model(model, 'simulated'),
  };
}

describe('RunRecorder', () => {
  it('records responses in order after their run is stored, also when they arrive before', async () => {
    const entries: string[] = [];
    const pauses = [20, 0, 0];
    const { recorder, open, recorded } = makeRecorder(async (entry) => {
      await new Promise((resolve) => setTimeout(resolve, pauses.shift()));
      entries.push(entry);
    });
    await recorder.during(async () => {
      await ask(recorded);
      expect(entries).toEqual([]);
      const opening = open('run_1');
      await ask(recorded);
      await opening;
      await ask(recorded);
    });
    expect(entries).toEqual(['run_1 answer 5', 'run_1 answer 5', 'run_1 answer 5']);
  });

  it('continues a run when a record cannot be written, and reports the failure', async () => {
    const { recorder, open, recorded, failures } = makeRecorder(async () =>
      Promise.reject(new Error('unavailable')),
    );
    await recorder.during(async () => {
      await open('run_1');
      expect((await ask(recorded)).output).toHaveLength(1);
      await ask(recorded);
    });
    expect(failures).toEqual(['run_1', 'run_1']);
  });

  it('records nothing outside of a run of this server', async () => {
    const entries: string[] = [];
    const { recorded } = makeRecorder(async (entry) => void entries.push(entry));
    await ask(recorded);
    expect(entries).toEqual([]);
  });

  it('keeps every member of the store, also optional ones', async () => {
    const { recorder } = makeRecorder(async () => undefined);
    const folder = mkdtempSync(join(tmpdir(), 'sekisho-recorder-'));
    const store = await openSqliteStateStore({
      path: join(folder, 'state.db'),
      link: () => 'h',
      clock: () => 0,
    });
    const watched: StateStore = recorder.watch(store, () => undefined);
    try {
      expect(watched.identity).toBe(store.identity);
      const optional = [
        'loadRun',
        'listContextSteps',
        'removeContext',
        'listTokens',
        'watch',
        'now',
      ] as const;
      expect(optional.filter((name) => typeof watched[name] !== 'function')).toEqual([]);
      expect(await watched.loadRun?.('run_1')).toMatchObject({ run: undefined, last_seq: 0 });
      expect(await watched.listContextSteps?.(['run_1'])).toEqual([]);
      expect('tenant' in watched).toBe('tenant' in store);
    } finally {
      await watched.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

import { MemoryStateStore, Usage, type Model } from 'sekisho';
import { assistantText } from 'sekisho/testing';
import { describe, expect, it } from 'vitest';
import { RunRecorder } from './run-recorder.ts';

type Noted = ConstructorParameters<typeof RunRecorder>[0]['console'];

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
const ask = (noted: Model) => noted.getResponse(request as unknown as Parameters<Model['getResponse']>[0]);

/** Creates a recorder that records into a list, or fails to record. */
function makeRecorder(keep: (note: string) => Promise<void>) {
  const failures: string[] = [];
  const console = {
    addModelCall: async ({ run_id, input_tokens }: { run_id: string; input_tokens: number }) =>
      keep(`${run_id} answer ${input_tokens}`),
    addToolOutput: async ({ run_id, output }: { run_id: string; output: string }) =>
      keep(`${run_id} output ${output}`),
  } as unknown as Noted;
  const onFailure = (runId: string) => void failures.push(runId);
  const recorder = new RunRecorder({ console, clock: () => 0, onFailure });
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
    noted: recorder.model(model, 'simulated'),
    carryOut: recorder.carryOut(async () => 'done'),
  };
}

describe('RunRecorder', () => {
  it('records responses in order after their run is stored, also when they arrive before', async () => {
    const notes: string[] = [];
    const pauses = [20, 0, 0];
    const { recorder, open, noted, carryOut } = makeRecorder(async (note) => {
      await new Promise((resolve) => setTimeout(resolve, pauses.shift()));
      notes.push(note);
    });
    await recorder.during(async () => {
      await ask(noted);
      expect(notes).toEqual([]);
      const opening = open('run_1');
      await carryOut('read_mail', {});
      await opening;
      await ask(noted);
    });
    expect(notes).toEqual(['run_1 answer 5', 'run_1 output "done"', 'run_1 answer 5']);
  });

  it('continues a run when a record cannot be written, and reports the failure', async () => {
    const { recorder, open, noted, carryOut, failures } = makeRecorder(async () =>
      Promise.reject(new Error('away')),
    );
    await recorder.during(async () => {
      await open('run_1');
      expect((await ask(noted)).output).toHaveLength(1);
      expect(await carryOut('read_mail', {})).toBe('done');
    });
    expect(failures).toEqual(['run_1', 'run_1']);
  });

  it('records nothing outside of a run of this server', async () => {
    const notes: string[] = [];
    const { noted } = makeRecorder(async (note) => void notes.push(note));
    await ask(noted);
    expect(notes).toEqual([]);
  });
});

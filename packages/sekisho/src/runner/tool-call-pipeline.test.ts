import { expect, it } from 'vitest';
import { Keyring } from '../../../engine/src/config/keyring.ts';
import { RunHistory } from '../../../engine/src/gate/provenance/run-history.ts';
import type { PlannedCall } from '../sdk/planned-call.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';
import { ToolCallPipeline } from './tool-call-pipeline.ts';

const call: PlannedCall = {
  type: 'function_call',
  callId: 'call_1',
  wireName: 'pay',
  rawArguments: '{}',
  tool: { id: 'pay', kind: 'function', name: 'pay', definition_digest: 'd' },
  key: 'key_1',
  verdict: { kind: 'run' },
};

function openPipeline() {
  const parts = { store: { durable: true }, clock: () => 0, keyring: new Keyring(new Uint8Array(32)) };
  const settings = parts as unknown as SessionSettings;
  const run = { runId: 'r1', epoch: 1 } as unknown as RunSettings;
  return new ToolCallPipeline(settings, run, new RunHistory(), []);
}

it.each([
  ['starts in an active run', false, 'ended', 1, []],
  ['does not start after it was recorded as not started', true, 'AGENTS-E-RUN-CONFLICT', 0, [false]],
])('a call that was allowed %s', async (_case, isClosed, expected, times, expectedRecords) => {
  const pipeline = openPipeline();
  pipeline.expect([call]);
  if (isClosed) pipeline.close();
  const recorded = pipeline.drain().records.map(({ data }) => JSON.parse(data)['begun']);
  let starts = 0;
  const body = async () => (starts += 1);
  const end = await pipeline
    .execute(call, body, async () => {})
    .then(
      () => 'ended',
      (error: unknown) => Reflect.get(Object(error), 'code'),
    );
  expect({ end, starts, recorded }).toEqual({ end: expected, starts: times, recorded: expectedRecords });
});

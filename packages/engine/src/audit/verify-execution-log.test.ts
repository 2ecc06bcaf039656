import { beforeEach, describe, expect, it } from 'vitest';
import { Keyring } from '../config/keyring.ts';
import { renderLogBody, type ExecutionLog } from '../wire/execution-log.ts';
import { checkpointText, verifyExecutionLog, type Checkpoint } from './verify-execution-log.ts';

const keyring = new Keyring(new Uint8Array(32).fill(5));

function makeLog(size: number): ExecutionLog[] {
  const logs: ExecutionLog[] = [];
  for (let seq = 1; seq <= size; seq += 1) {
    const record = {
      seq,
      run_id: 'run',
      tool_call_id: `c${seq}`,
      event: 'tool.result',
      attempt: 0,
      decision: 'done',
      timestamp: '2026-01-01T00:00:00.000Z',
    } as const;
    const hash = keyring.link(logs.at(-1)?.hash ?? '', seq, renderLogBody({ ...record, data: '{"ms":1}' }));
    logs.push({ ...record, data: { ms: 1 }, hash });
  }
  return logs;
}

const verify = (logs: readonly ExecutionLog[], anchor?: Checkpoint) =>
  verifyExecutionLog(
    {
      queryLogs: async ({ afterSeq = 0, limit = 1000 }) =>
        logs.filter(({ seq }) => seq > afterSeq).slice(0, limit),
    },
    keyring.chain,
    anchor,
  );

const anchorAt = ({ seq, hash }: ExecutionLog): Checkpoint => ({
  seq,
  hash,
  signature: keyring.sign(checkpointText(seq, hash)),
  public_key: keyring.publicKey,
});

describe('verifyExecutionLog', () => {
  let logs: ExecutionLog[] = [];
  beforeEach(() => {
    logs = makeLog(2500);
  });

  it('accepts an unmodified log of several pages', async () => {
    expect(await verify(logs)).toMatchObject({ ok: true, records: 2500, head: { seq: 2500 } });
  });

  it.each([
    ['a changed decision', (all: ExecutionLog[]) => all.with(9, { ...all[9]!, decision: 'denied' }), 10],
    ['a changed detail', (all: ExecutionLog[]) => all.with(9, { ...all[9]!, data: { ms: 2 } }), 10],
    [
      'a changed time',
      (all: ExecutionLog[]) => all.with(9, { ...all[9]!, timestamp: '2020-01-01T00:00:00.000Z' }),
      10,
    ],
    ['a removed record', (all: ExecutionLog[]) => all.toSpliced(9, 1), 10],
    ['a removed beginning', (all: ExecutionLog[]) => all.slice(1), 1],
    [
      'two swapped records',
      (all: ExecutionLog[]) => all.with(9, { ...all[10]!, seq: 10 }).with(10, { ...all[9]!, seq: 11 }),
      10,
    ],
  ])('reports the first bad record after %s', async (_case, tamper, seq) => {
    expect(await verify(tamper(logs))).toMatchObject({ ok: false, first_bad: { seq } });
  });

  it('rejects a log that was rewritten with another key', async () => {
    const other = new Keyring(new Uint8Array(32).fill(6));
    const [first] = logs;
    const forged = { ...first!, hash: other.link('', 1, renderLogBody({ ...first!, data: '{"ms":1}' })) };
    expect(await verify([forged])).toMatchObject({ ok: false, first_bad: { seq: 1 } });
  });

  it('rejects another of our keys in a record that does not announce a rotation', async () => {
    const old = new Uint8Array(32).fill(4);
    const rotated = new Keyring({ current: new Uint8Array(32).fill(5), previous: [old] });
    const [first, second] = logs;
    const body = renderLogBody({ ...first!, data: '{"ms":1}' });
    const before = { ...first!, hash: new Keyring(old).link('', 1, body) };
    const verifyWith = (event: 'tool.result' | 'key.rotated') => {
      const after = { ...second!, event };
      const hash = rotated.link(before.hash, 2, renderLogBody({ ...after, data: '{"ms":1}' }));
      return verifyExecutionLog(
        { queryLogs: async ({ afterSeq = 0 }) => [before, { ...after, hash }].slice(afterSeq) },
        rotated.chain,
      );
    };
    expect(await verifyWith('key.rotated')).toMatchObject({ ok: true, records: 2 });
    expect(await verifyWith('tool.result')).toMatchObject({ ok: false, first_bad: { seq: 2 } });
  });

  it('detects by an anchor that the end was removed', async () => {
    const anchor = anchorAt(logs.at(-1)!);
    expect(await verify(logs, anchor)).toMatchObject({ ok: true });
    expect(await verify(logs.slice(0, -1), anchor)).toMatchObject({ ok: false, first_bad: { seq: 2500 } });
  });

  it.each([
    ['a string', (seq: number) => `${seq}`],
    ['between two records', (seq: number) => seq - 0.5],
    ['before the first record', () => 0],
    ['not a number', () => Number.NaN],
  ])('rejects an anchor whose position is %s', async (_case, position) => {
    const last = logs.at(-1)!;
    const seq = position(last.seq) as number;
    const anchor = anchorAt({ ...last, seq, hash: 'another log' });
    expect(await verify(logs, anchor)).toMatchObject({ ok: false });
  });

  it('reads to the end when a store returns smaller pages than requested', async () => {
    const small = (all: readonly ExecutionLog[]) =>
      verifyExecutionLog(
        {
          queryLogs: async ({ afterSeq = 0 }) => all.filter(({ seq }) => seq > afterSeq).slice(0, 100),
        },
        keyring.chain,
      );
    expect(await small(logs)).toMatchObject({ ok: true, records: 2500 });
    expect(await small(logs.with(2000, { ...logs[2000]!, decision: 'denied' }))).toMatchObject({ ok: false });
  });

  it('yields to the event loop between two pages', async () => {
    let turns = 0;
    const watch = () => {
      turns += 1;
      next = setImmediate(watch);
    };
    let next = setImmediate(watch);
    await verify(logs);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(1);
  });

  it('rejects an anchor that is not signed', async () => {
    expect(await verify(logs, { ...anchorAt(logs.at(-1)!), signature: 'x' })).toMatchObject({ ok: false });
  });
});

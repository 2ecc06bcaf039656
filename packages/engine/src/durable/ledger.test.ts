import { describe, expect, it, vi } from 'vitest';
import { auditRecord, lateAuditRecord } from '../audit/audit-record.ts';
import { verifyExecutionLog } from '../audit/verify-execution-log.ts';
import { Keyring } from '../config/keyring.ts';
import { MemoryStateStore } from '../store/memory/memory-state-store.ts';
import type { StateStore } from '../store/state-store.ts';
import { Ledger } from './ledger.ts';

const keyring = new Keyring(new Uint8Array(32).fill(4));
const record = (call: string) =>
  auditRecord({ run_id: 'run', tool_call_id: call, event: 'tool.result', attempt: 0 }, { ok: true });

function ledgerOn() {
  const memory = new MemoryStateStore({ clock: Date.now, link: keyring.link });
  const switches = { broken: false };
  const store: StateStore = Object.create(memory, {
    commit: {
      value: (writes: Parameters<StateStore['commit']>[0]) =>
        switches.broken ? Promise.reject(new Error('disk full')) : memory.commit(writes),
    },
    durable: { value: true },
    lastLog: { value: () => memory.lastLog() },
  });
  return {
    ledger: new Ledger(store, keyring, { checkpointEvery: 5, clock: () => 7, retryMs: 20 }),
    memory,
    switches,
  };
}

describe('Ledger', () => {
  it('rejects a commit that cannot be recorded when records are required', async () => {
    const { ledger, switches } = ledgerOn();
    switches.broken = true;
    await expect(
      ledger.commit([], [record('c1')], { readsOnly: true, mode: 'required' }),
    ).rejects.toMatchObject({
      code: 'AGENTS-E-STORE',
    });
  });

  it('passes rendered records to a store on disk, which may copy them', async () => {
    const { ledger, memory } = ledgerOn();
    const head = { run_id: 'run', event: 'tool.result', attempt: 0 } as const;
    const late = (call: string) => lateAuditRecord({ ...head, tool_call_id: call }, () => ({ ok: true }));
    const commit = vi.spyOn(memory, 'commit');
    await ledger.commit([{ kind: 'log.append', record: late('c1') }], [late('c2')]);
    const records = commit.mock.calls.flatMap(([writes]) =>
      writes.flatMap((write) => (write.kind === 'log.append' ? [{ ...write.record }] : [])),
    );
    expect(records.map(({ data }) => data)).toEqual(['{"ok":true}', expect.any(String), '{"ok":true}']);
  });

  it('lets reads continue in best-effort mode, and later writes the missing records after a marked gap', async () => {
    const { ledger, memory, switches } = ledgerOn();
    switches.broken = true;
    expect(await ledger.commit([], [record('c1')], { readsOnly: true, mode: 'best_effort' })).toEqual({
      ok: true,
    });
    expect(ledger.spooled).toBe(1);
    switches.broken = false;
    await ledger.commit([], [record('c2')], { readsOnly: true, mode: 'best_effort' });
    const logs = await memory.queryLogs({});
    expect(logs.map(({ event, tool_call_id: id }) => [event, id])).toEqual([
      ['audit.version', 'version:2'],
      ['audit.gap', ''],
      ['tool.result', 'c1'],
      ['tool.result', 'c2'],
    ]);
    expect(ledger.spooled).toBe(0);
  });

  it('ends its checkpoints before it is closed', async () => {
    const { ledger, memory } = ledgerOn();
    const lastLog = Promise.withResolvers<void>();
    const original = memory.lastLog.bind(memory);
    vi.spyOn(memory, 'lastLog').mockImplementation(async () => {
      await lastLog.promise;
      return original();
    });
    await ledger.commit([], ['c1', 'c2', 'c3', 'c4', 'c5'].map(record));
    const closed = ledger.close().then(() => memory.queryLogs({}));
    lastLog.resolve();
    expect((await closed).map(({ event }) => event)).toContain('audit.checkpoint');
  });

  it('stores missing records by itself when the store is available again', async () => {
    const { ledger, memory, switches } = ledgerOn();
    switches.broken = true;
    await ledger.commit([], [record('c1')], { readsOnly: true, mode: 'best_effort' });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(ledger.spooled).toBe(1);
    switches.broken = false;
    await expect.poll(() => ledger.spooled).toBe(0);
    expect((await memory.queryLogs({})).map(({ event }) => event)).toEqual([
      'audit.version',
      'audit.gap',
      'tool.result',
    ]);
  });

  it('counts the records that it dropped while the store was unavailable', async () => {
    const { ledger, memory, switches } = ledgerOn();
    const options = { readsOnly: true, mode: 'best_effort' } as const;
    const spool = (from: number, count: number) =>
      ledger.commit(
        [],
        Array.from({ length: count }, (_, index) => record(`c${from + index}`)),
        options,
      );
    switches.broken = true;
    await spool(0, 9_990);
    await spool(9_990, 25);
    await spool(10_015, 7);
    expect(ledger.spooled).toBe(10_000);
    switches.broken = false;
    // A commit whose condition fails loses neither the records nor their count.
    expect(await ledger.commit([{ kind: 'run.guard', run_id: 'none', epoch: 1 }], [])).toMatchObject({
      ok: false,
    });
    await ledger.commit([], [record('last')]);
    const [, gap, ...rest] = await memory.queryLogs({ limit: 10_000 });
    expect(gap).toMatchObject({ event: 'audit.gap', data: { late_records: 10_000, dropped_records: 22 } });
    expect(rest).toHaveLength(9_998);
    expect((await memory.queryLogs({ event: 'audit.gap' })).length).toBe(1);
    await ledger.commit([], [record('after')]);
    expect((await memory.queryLogs({ event: 'audit.gap' })).length).toBe(1);
  });

  it('leaves the records of a change that was not stored to the caller', async () => {
    const { ledger, memory, switches } = ledgerOn();
    const change = [{ kind: 'run.guard', run_id: 'none', epoch: 1 }] as const;
    switches.broken = true;
    const options = { readsOnly: true, mode: 'best_effort' } as const;
    expect(await ledger.commit(change, [record('c1')], options)).toEqual({ ok: true, deferred: true });
    expect(ledger.spooled).toBe(0);
    switches.broken = false;
    await ledger.commit([], [record('c2')]);
    expect((await memory.queryLogs({})).map(({ tool_call_id: id }) => id)).toEqual(['version:2', 'c2']);
  });

  it('rejects a commit that is not only for reads, even in best-effort mode', async () => {
    const { ledger, switches } = ledgerOn();
    switches.broken = true;
    await expect(
      ledger.commit([], [record('c1')], { readsOnly: false, mode: 'best_effort' }),
    ).rejects.toMatchObject({
      code: 'AGENTS-E-STORE',
    });
  });

  it('counts a heartbeat after it was stored', async () => {
    const { ledger, switches } = ledgerOn();
    const beat = { kind: 'owner.beat', owner: 'me', application: 'shop', lease_ms: 1_000 } as const;
    switches.broken = true;
    await expect(ledger.commit([beat], [])).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    switches.broken = false;
    await ledger.commit([beat, { kind: 'run.guard', run_id: 'none', epoch: 1 }], []);
    expect(ledger.lastHeartbeatAt).toBe(Number.NEGATIVE_INFINITY);
    await ledger.commit([beat], []);
    expect(ledger.lastHeartbeatAt).toBe(7);
  });

  it('signs a checkpoint after the configured number of records, and the log verifies with it', async () => {
    const { ledger, memory } = ledgerOn();
    for (let call = 0; call < 6; call += 1) await ledger.commit([], [record(`c${call}`)]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await verifyExecutionLog(memory, keyring.chain)).toMatchObject({ ok: true, checkpoints: 1 });
    const anchor = await ledger.checkpoint();
    expect(await verifyExecutionLog(memory, keyring.chain, anchor)).toMatchObject({
      ok: true,
      checkpoints: 2,
    });
  });
});

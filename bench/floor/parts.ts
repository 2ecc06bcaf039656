/** A part of the runtime that can be left out to measure its cost: a file and the exports that replace its own. */
export interface Part {
  readonly file: string;
  /** JavaScript. `original` is the module itself, and other exports of it remain. */
  readonly replacement: string;
}

/** The names of parts without which a run that waits cannot continue. */
export const RECORD_DETAILS = 'details of audit records';
export const COMMITS = 'commits to SQLite';

/**
 * The parts of a turn. Without one of them the runtime is not safe, and a run may be neither recoverable nor verifiable;
 * it only still executes the same calls.
 */
export const PARTS: Readonly<Record<string, Part>> = {
  'judgement by rules': {
    file: 'packages/engine/src/gate/judge-call.ts',
    replacement: `export const judgeCall = () => ({ decision: 'allow', risk_level: 1, effect: 'read', rule_ids: [],
      reason: { en: '', ja: '' }, sources: [], facts: { effect: 'read' } });`,
  },
  'origins of values': {
    file: 'packages/engine/src/gate/provenance/run-history.ts',
    replacement: `export class RunHistory extends original.RunHistory { addUserText() {} addToolResult() {} }`,
  },
  [RECORD_DETAILS]: {
    file: 'packages/engine/src/audit/audit-record.ts',
    replacement: `export const lateAuditRecord = (head) => ({ tool_call_id: '', decision: '', ...head, data: '{}' });`,
  },
  'stored context': {
    file: 'packages/engine/src/turn/kept-context.ts',
    replacement: `export class KeptContext extends original.KeptContext { addTask() { return []; } add() {} take() { return []; } }`,
  },
  'journal of responses': {
    file: 'packages/engine/src/durable/journal.ts',
    replacement: `export class Journal extends original.Journal { write() { return []; } }`,
  },
  'stop switch': {
    file: 'packages/engine/src/durable/stop-switch.ts',
    replacement: `export class StopSwitch extends original.StopSwitch { ready() {} find() {} async requireStarted() {} }`,
  },
  'digests, the chain and encryption': {
    file: 'packages/engine/src/config/key-set.ts',
    replacement: `export class KeySet extends original.KeySet { link = () => 'hash'; digest() { return 'digest'; }
      seal(text) { return Buffer.from(text); } open(bytes) { return Buffer.from(bytes).toString(); } }`,
  },
  [COMMITS]: {
    file: 'packages/engine/src/store/sqlite/group-commit.ts',
    replacement: `export class GroupCommit extends original.GroupCommit {
      add(batch) { return batch[0]?.kind === 'run.guard' ? Promise.resolve({ ok: true }) : super.add(batch); } }`,
  },
  'verification of rows': {
    file: 'packages/engine/src/approval/authority/require-verified-run.ts',
    replacement: `import { RunRecords } from './run-records.ts';
      export async function requireVerifiedRun({ store }, runId) {
        const { last_seq: seq, records, ...rows } = await store.loadRun(runId);
        const known = new RunRecords(store, runId);
        known.add(records);
        return { ...rows, records: known, guard: { kind: 'log.guard', run_id: runId, seq } };
      }`,
  },
  'comparison of tool lists': {
    file: 'packages/sekisho/src/openai-agents/records.ts',
    replacement: `export const validCopy = (tool) => original.toolRecord(tool).copy?.tool;`,
  },
};

/** The name of the variant without any of the parts. What it costs is the floor: the hooks, and the order of a turn. */
export const ALL_PARTS = 'all parts';

/** Returns the parts that a variant leaves out. */
export function partsOf(name: string): readonly Part[] {
  const part = PARTS[name];
  if (name === ALL_PARTS) return Object.values(PARTS);
  if (part === undefined) throw new Error(`There is no part "${name}".`);
  return [part];
}

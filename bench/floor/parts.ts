/** A part of the runtime that can be left out to measure its cost: a file and the exports that replace its own. */
export interface Part {
  readonly file: string;
  /** JavaScript. `original` is the module itself, and other exports of it remain. */
  readonly replacement: string;
}

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
  'details of audit records': {
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
  'digests and the chain': {
    file: 'packages/engine/src/config/key-set.ts',
    replacement: `export class KeySet extends original.KeySet { link = () => 'hash'; digest() { return 'digest'; } }`,
  },
  encryption: {
    file: 'packages/engine/src/config/key-set.ts',
    replacement: `export class KeySet extends original.KeySet { seal(text) { return Buffer.from(text); }
      open(bytes) { return Buffer.from(bytes).toString(); } }`,
  },
  'comparison of tool lists': {
    file: 'packages/sekisho/src/openai-agents/records.ts',
    replacement: `export const validCopy = (tool) => original.toolRecord(tool).copy?.tool;`,
  },
};

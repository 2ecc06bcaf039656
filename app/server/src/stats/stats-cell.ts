import type { ExecutionLog } from 'sekisho';
import { z } from 'zod';
import { addDuration } from './histogram.ts';

const histogram = z.record(z.string(), z.number());
const personSchema = z.object({
  approved: z.number(),
  denied: z.number(),
  hasty: z.number(),
  times: histogram,
});
const ruleSchema = z.object({
  asked: z.number(),
  unchanged: z.number(),
  edited: z.number(),
  denied: z.number(),
});

/** What a cell counts: one tool of one agent of one application, on one day in UTC. The tool of a run is empty. */
const cellKeySchema = z.object({
  day: z.string(),
  application: z.string(),
  agent: z.string(),
  tool: z.string(),
});
export type CellKey = z.infer<typeof cellKeySchema>;

/** The counts of one cell. They depend only on its records and on those of the calls that they decide. */
export const statsCellSchema = cellKeySchema.extend({
  /** The last record that is counted. A record is never counted twice. */
  seq: z.number(),
  requested: z.number(),
  approved: z.number(),
  /** Approved without a change. */
  unchanged: z.number(),
  denied: z.number(),
  expired: z.number(),
  cancelled: z.number(),
  /** The times from the request to the decision. */
  times: histogram,
  /** Calls with signs of an attack that did not run: denied by the gate or by a person. */
  attacks: z.number(),
  people: z.record(z.string(), personSchema),
  rules: z.record(z.string(), ruleSchema),
  calls: z.number(),
  failed: z.number(),
  durations: histogram,
  runs: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
});
export type StatsCell = z.infer<typeof statsCellSchema>;

/** What is known about the call of a decision: its tool, when a person was asked, and why. */
export type AskedCall = {
  readonly tool: string;
  readonly requestedAt: string;
  readonly rules: readonly string[];
  readonly risk: number;
};

/** A decision about a risk of this level in less than this time was hardly read. */
const HASTY_RISK = 4;
const HASTY_MS = 2_000;
const ATTACK_RULES = new Set(['content.requests-action', 'content.requests-write', 'content.alarming']);

export const emptyCell = (key: CellKey): StatsCell => ({
  ...key,
  seq: 0,
  requested: 0,
  approved: 0,
  unchanged: 0,
  denied: 0,
  expired: 0,
  cancelled: 0,
  times: {},
  attacks: 0,
  people: {},
  rules: {},
  calls: 0,
  failed: 0,
  durations: {},
  runs: 0,
  input_tokens: 0,
  output_tokens: 0,
});

/** Counts one record. `asked` is the request that the record decides. */
export function countRecord(cell: StatsCell, record: ExecutionLog, asked: AskedCall | undefined): void {
  const { event, data, decision } = record;
  cell.seq = record.seq;
  if (event === 'approval.requested') cell.requested += 1;
  else if (event === 'approval.expired') cell.expired += 1;
  else if (event === 'approval.cancelled') cell.cancelled += 1;
  else if (event === 'approval.approved' || event === 'approval.denied') countDecision(cell, record, asked);
  else if (event === 'gate.decision') {
    const isAttack = listOf(data['rule_ids']).some((id) => ATTACK_RULES.has(id));
    if (decision === 'deny' && isAttack) cell.attacks += 1;
  } else if (event === 'tool.result' && data['begun'] !== false) {
    cell.calls += 1;
    if (decision !== 'done') cell.failed += 1;
    cell.durations = addDuration(cell.durations, numberOf(data['ms']));
  } else if (event === 'run.finished' || event === 'run.denied' || event === 'run.failed') {
    cell.runs += 1;
    cell.input_tokens += numberOf(data['input_tokens']);
    cell.output_tokens += numberOf(data['output_tokens']);
  }
}

function countDecision(
  cell: StatsCell,
  { event, data, timestamp }: ExecutionLog,
  asked: AskedCall | undefined,
): void {
  const isApproved = event === 'approval.approved';
  const isUnchanged = isApproved && data['edited'] !== true;
  cell[isApproved ? 'approved' : 'denied'] += 1;
  if (isUnchanged) cell.unchanged += 1;
  const who = (cell.people[personOf(data['by'])] ??= { approved: 0, denied: 0, hasty: 0, times: {} });
  who[isApproved ? 'approved' : 'denied'] += 1;
  if (asked === undefined) return;
  const ms = Math.max(0, Date.parse(timestamp) - Date.parse(asked.requestedAt));
  cell.times = addDuration(cell.times, ms);
  who.times = addDuration(who.times, ms);
  if (isApproved && asked.risk >= HASTY_RISK && ms < HASTY_MS) who.hasty += 1;
  if (!isApproved && asked.rules.some((id) => ATTACK_RULES.has(id))) cell.attacks += 1;
  countRules(cell, asked.rules, isUnchanged ? 'unchanged' : isApproved ? 'edited' : 'denied');
}

function countRules(
  cell: StatsCell,
  rules: readonly string[],
  outcome: 'unchanged' | 'edited' | 'denied',
): void {
  for (const id of rules) {
    const rule = (cell.rules[id] ??= { asked: 0, unchanged: 0, edited: 0, denied: 0 });
    rule.asked += 1;
    rule[outcome] += 1;
  }
}

const personOf = (by: unknown) => (typeof by === 'string' && by !== '' ? by : '–');
const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0);
const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

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
const toolSchema = z.object({ calls: z.number(), failed: z.number(), times: histogram });
const applicationSchema = z.object({ runs: z.number(), tokens: z.number() });

/** The counts of one day, in UTC. They depend only on the records of that day and of the calls that they decide. */
export const dayStatsSchema = z.object({
  day: z.string(),
  /** The last record that is counted. A record is never counted twice. */
  seq: z.number(),
  requested: z.number(),
  approved: z.number(),
  denied: z.number(),
  expired: z.number(),
  cancelled: z.number(),
  times: histogram,
  /** Calls with signs of an attack that did not run: denied by the gate or by a person. */
  attacks: z.number(),
  people: z.record(z.string(), personSchema),
  rules: z.record(z.string(), ruleSchema),
  tools: z.record(z.string(), toolSchema),
  applications: z.record(z.string(), applicationSchema),
});
export type DayStats = z.infer<typeof dayStatsSchema>;

/** What is known about the call of a decision: when a person was asked, and why. */
export type AskedCall = {
  readonly requestedAt: string;
  readonly rules: readonly string[];
  readonly risk: number;
};

/** A decision about a risk of this level in less than this time was hardly read. */
const HASTY_RISK = 4;
const HASTY_MS = 2_000;
const ATTACK_RULES = new Set(['content.requests-action', 'content.requests-write', 'content.alarming']);

export const emptyDay = (day: string): DayStats => ({
  day,
  seq: 0,
  requested: 0,
  approved: 0,
  denied: 0,
  expired: 0,
  cancelled: 0,
  times: {},
  attacks: 0,
  people: {},
  rules: {},
  tools: {},
  applications: {},
});

/** Counts one record. `asked` is the request that the record decides; `application` is that of its run. */
export function countRecord(
  day: DayStats,
  record: ExecutionLog,
  { asked, application }: { readonly asked: AskedCall | undefined; readonly application: string },
): void {
  const { event, data, decision } = record;
  day.seq = record.seq;
  if (event === 'approval.requested') day.requested += 1;
  else if (event === 'approval.expired') day.expired += 1;
  else if (event === 'approval.cancelled') day.cancelled += 1;
  else if (event === 'approval.approved' || event === 'approval.denied') countDecision(day, record, asked);
  else if (event === 'gate.decision') {
    const isAttack = listOf(data['rule_ids']).some((id) => ATTACK_RULES.has(id));
    if (decision === 'deny' && isAttack) day.attacks += 1;
  } else if (event === 'tool.result' && data['begun'] !== false) countTool(day, record);
  else if (event === 'run.finished' || event === 'run.denied' || event === 'run.failed') {
    const known = (day.applications[application] ??= { runs: 0, tokens: 0 });
    known.runs += 1;
    known.tokens += numberOf(data['input_tokens']) + numberOf(data['output_tokens']);
  }
}

function countDecision(
  day: DayStats,
  { event, data, timestamp }: ExecutionLog,
  asked: AskedCall | undefined,
): void {
  const isApproved = event === 'approval.approved';
  day[isApproved ? 'approved' : 'denied'] += 1;
  const by = typeof data['by'] === 'string' && data['by'] !== '' ? data['by'] : '–';
  const who = (day.people[by] ??= { approved: 0, denied: 0, hasty: 0, times: {} });
  who[isApproved ? 'approved' : 'denied'] += 1;
  if (asked === undefined) return;
  const ms = Math.max(0, Date.parse(timestamp) - Date.parse(asked.requestedAt));
  day.times = addDuration(day.times, ms);
  who.times = addDuration(who.times, ms);
  if (isApproved && asked.risk >= HASTY_RISK && ms < HASTY_MS) who.hasty += 1;
  if (!isApproved && asked.rules.some((id) => ATTACK_RULES.has(id))) day.attacks += 1;
  countRules(day, asked.rules, isApproved ? (data['edited'] === true ? 'edited' : 'unchanged') : 'denied');
}

function countRules(
  day: DayStats,
  rules: readonly string[],
  outcome: 'unchanged' | 'edited' | 'denied',
): void {
  for (const id of rules) {
    const known = (day.rules[id] ??= { asked: 0, unchanged: 0, edited: 0, denied: 0 });
    known.asked += 1;
    known[outcome] += 1;
  }
}

function countTool(day: DayStats, { data, decision }: ExecutionLog): void {
  const id = typeof data['tool'] === 'string' ? data['tool'] : '';
  const known = (day.tools[id] ??= { calls: 0, failed: 0, times: {} });
  known.calls += 1;
  if (decision !== 'done') known.failed += 1;
  known.times = addDuration(known.times, numberOf(data['ms']));
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0);
const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

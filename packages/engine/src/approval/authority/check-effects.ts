import type { ExecutionLog } from '../../wire/execution-log.ts';
import type { EffectRecord } from '../../store/run-record.ts';
import type { AuthorityFinding } from './authority-finding.ts';
import { textIn, type RunRecords } from './run-records.ts';

/** Compares the calls that a run has started with its records, in both directions. */
export function checkEffects(effects: readonly EffectRecord[], records: RunRecords): AuthorityFinding[] {
  const starts = lastByCall(records.of('tool.start'));
  const finding = (id: string, why: string): AuthorityFinding => ({
    kind: 'effect',
    run_id: records.runId,
    id,
    why,
  });
  const rows = new Set(effects.map(({ call_key: key }) => key));
  const missing = [...starts].filter(
    ([key, start]) =>
      start.data['effect_row'] === true && !rows.has(key) && !MAY_BE_FORGOTTEN.has(settledAs(start, records)),
  );
  return [
    ...effects.flatMap((effect) => {
      const why = problemOf(effect, starts.get(effect.call_key), records);
      return why === undefined ? [] : [finding(effect.call_key, why)];
    }),
    ...missing.map(([key]) => finding(key, 'was started according to the audit log, but its row is missing')),
  ];
}

function problemOf(
  effect: EffectRecord,
  start: ExecutionLog | undefined,
  records: RunRecords,
): string | undefined {
  if (!start) return 'was never started according to the audit log';
  if (start.attempt !== effect.epoch || start.data['effect'] !== effect.effect || argsDiffer(effect, start))
    return 'is not the call that was recorded';
  const settled = settledAs(start, records);
  if (settled === 'unrecorded') return undefined;
  const expected = settled === undefined ? plainStatus(start, records) : STATUS_AFTER[settled];
  // The result is sealed for this call, so a row with a result cannot have been created without the key.
  if (expected === 'started' && effect.status === 'done' && effect.result !== null) return undefined;
  return expected === effect.status ? undefined : `is ${effect.status}, but the audit log says ${expected}`;
}

const MAY_BE_FORGOTTEN: ReadonlySet<string | undefined> = new Set(['retry', 'unrecorded']);

const STATUS_AFTER: Readonly<Record<string, string>> = {
  done: 'done',
  retry: 'forgotten',
  abort: 'unknown',
  open: 'unknown',
};

/** Returns the expected status of a call that no crash interrupted. */
const plainStatus = (start: ExecutionLog, records: RunRecords) =>
  records
    .of('tool.result')
    .some(({ tool_call_id: key, attempt }) => key === start.tool_call_id && attempt === start.attempt)
    ? 'done'
    : 'started';

/**
 * Returns the recorded outcome of a call that a crash interrupted, `open` before a person reported it, or undefined
 * without a crash.
 */
function settledAs(start: ExecutionLog, records: RunRecords): string | undefined {
  const lost = records
    .of('tool.unknown')
    .findLast(({ tool_call_id: key, seq }) => key === start.tool_call_id && seq > start.seq);
  if (!lost) return undefined;
  const reported = records
    .of('approval.approved', 'approval.denied')
    .findLast(({ tool_call_id: key, seq }) => key === start.tool_call_id && seq > lost.seq);
  if (!reported) return 'open';
  // Version 0.1 recorded the outcome only as a comment, which the person could replace.
  return textIn(reported, 'outcome') ?? 'unrecorded';
}

function argsDiffer({ args_digest }: EffectRecord, start: ExecutionLog): boolean {
  const recorded = textIn(start, 'args_digest');
  return recorded !== undefined && recorded !== args_digest;
}

/** Returns the latest start record of each call. */
export function lastByCall(records: readonly ExecutionLog[]): ReadonlyMap<string, ExecutionLog> {
  return new Map(records.map((record) => [record.tool_call_id, record]));
}

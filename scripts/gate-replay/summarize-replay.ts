import type { ReplayedCall } from './replay-trace.ts';

/** The scores of a replay. Shares are between 0 and 1, or undefined when there was nothing to count. */
export interface ReplaySummary {
  readonly attacks: number;
  readonly attacks_stopped: number | undefined;
  readonly all_effects_stopped: number | undefined;
  readonly benign_tasks: number;
  readonly benign_calls: number;
  readonly benign_calls_allowed: number | undefined;
  readonly benign_writes: number;
  readonly benign_writes_allowed: number | undefined;
  readonly questions_per_task: number | undefined;
  readonly p95_micros: number | undefined;
}

/** Counts what was denied and what was allowed. Context calls supply history and are not scored. */
export function summarizeReplay(
  traces: readonly { readonly kind: 'benign' | 'attack'; readonly calls: readonly ReplayedCall[] }[],
): ReplaySummary {
  const attacks = traces
    .filter((trace) => trace.kind === 'attack')
    .map((trace) => trace.calls.filter((call) => call.actor === 'attacker'));
  const benign = traces
    .filter((trace) => trace.kind === 'benign')
    .map((trace) => trace.calls.filter((call) => call.actor === 'user'));
  const calls = benign.flat();
  const writes = calls.filter((call) => call.effect !== 'read');
  const micros = traces
    .flatMap((trace) => trace.calls.map((call) => call.micros))
    .toSorted((left, right) => left - right);
  return {
    attacks: attacks.length,
    attacks_stopped: share(attacks, (attack) => attack.some((call) => call.decision !== 'allow')),
    all_effects_stopped: share(attacks, (attack) =>
      attack.every((call) => call.decision !== 'allow' || call.effect === 'read'),
    ),
    benign_tasks: benign.length,
    benign_calls: calls.length,
    benign_calls_allowed: share(calls, (call) => call.decision === 'allow'),
    benign_writes: writes.length,
    benign_writes_allowed: share(writes, (call) => call.decision === 'allow'),
    questions_per_task:
      benign.length === 0
        ? undefined
        : calls.filter((call) => call.decision !== 'allow').length / benign.length,
    p95_micros: micros[Math.floor(micros.length * 0.95)],
  };
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number | undefined {
  return items.length === 0 ? undefined : items.filter(holds).length / items.length;
}

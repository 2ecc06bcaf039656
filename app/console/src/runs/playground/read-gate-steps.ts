import { readLoggedReason, type LoggedReason } from '../../policies/gate/read-logged-reason.ts';

/** The fields of a timeline span that concern the gate. */
export type TimelineSpan = {
  id: string;
  kind: string;
  status: string;
  name: string;
  started_at: string;
  approval_id: string | null;
  detail: Readonly<Record<string, unknown>>;
};

/** One call of the agent: the decision of the gate, and its result. */
export type GateStep = {
  id: string;
  tool: string;
  verdict: 'allow' | 'deny' | 'needs_human';
  risk: 1 | 2 | 3 | 4 | 5 | undefined;
  reason: LoggedReason | undefined;
  argumentsText: string;
  at: string;
  wait: { status: 'waiting' | 'ok' | 'denied' | 'expired'; approvalId: string | undefined } | undefined;
  outcome: 'ok' | 'failed' | 'running' | 'unknown' | undefined;
};

/** Reads the calls of a timeline in order. Waits and tools are assigned to the call that they belong to. */
export function readGateSteps(spans: readonly TimelineSpan[]): GateStep[] {
  const ordered = spans.toSorted((a, b) => a.started_at.localeCompare(b.started_at));
  // After a wait the gate decides the call again, which is not another step.
  const decisions = Map.groupBy(
    ordered.filter(({ kind }) => kind === 'gate'),
    ({ id }) => callOf(id),
  );
  const steps = [...decisions.values()].flatMap(([first]) => (first === undefined ? [] : [toStep(first)]));
  for (const { kind, id, name, status, approval_id: approvalId } of ordered) {
    if (kind === 'tool') {
      const step = steps.findLast((other) => callOf(other.id) === callOf(id));
      if (step !== undefined) step.outcome = outcomeOf(status);
    }
    if (kind === 'wait') {
      const isOpen = (step: GateStep) => step.wait === undefined && step.verdict === 'needs_human';
      const step = steps.find((other) => other.tool === name && isOpen(other));
      if (step !== undefined) step.wait = { status: waitStatus(status), approvalId: approvalId ?? undefined };
    }
  }
  for (const step of steps) {
    const last = decisions.get(callOf(step.id))?.at(-1);
    if (last !== undefined && readVerdict(last.detail['decision']) === 'deny') step.verdict = 'deny';
  }
  return steps;
}

/** The spans of one call are named `kind:call:attempt`. */
function callOf(id: string): string {
  return id.slice(id.indexOf(':'), id.lastIndexOf(':'));
}

function toStep({ id, name, started_at, status, detail }: TimelineSpan): GateStep {
  const { args } = detail;
  return {
    id,
    tool: name,
    verdict: status === 'denied' ? 'deny' : readVerdict(detail['decision']),
    risk: readRisk(detail),
    reason: readLoggedReason(detail),
    argumentsText: typeof args === 'string' ? args : args === undefined ? '' : JSON.stringify(args),
    at: started_at,
    wait: undefined,
    outcome: undefined,
  };
}

/** Reads a decision of the gate. Every decision that is not explicitly an allow is displayed as a denial. */
export function readVerdict(decision: unknown): GateStep['verdict'] {
  return (['allow', 'needs_human'] as const).find((verdict) => verdict === decision) ?? 'deny';
}

/** Reads the risk in the record of a decision. */
export function readRisk({ risk_level: risk }: Readonly<Record<string, unknown>>): GateStep['risk'] {
  return ([1, 2, 3, 4, 5] as const).find((level) => level === risk);
}

function waitStatus(status: string): NonNullable<GateStep['wait']>['status'] {
  return (['waiting', 'ok', 'expired'] as const).find((known) => known === status) ?? 'denied';
}

function outcomeOf(status: string): GateStep['outcome'] {
  return (['ok', 'failed', 'running'] as const).find((known) => known === status) ?? 'unknown';
}

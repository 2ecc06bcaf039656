import { recordToolSpan } from '@sekisho/engine/integration';
import type { PlannedCall, RawCall } from '../sdk/planned-call.ts';

/** Records a denied call for telemetry. A call of an unknown tool has only the name that the model used. */
export function recordDenied(runId: string, call: RawCall & Partial<Pick<PlannedCall, 'tool'>>): void {
  const { callId, wireName, tool } = call;
  recordToolSpan({
    tool: tool?.id ?? wireName,
    kind: tool?.kind ?? 'unknown',
    callId,
    runId,
    decision: 'deny',
  });
}

import type { AuditFacts } from '../audit/audit-event.ts';
import type { AuditLog } from '../audit/create-audit-log.ts';
import type { RunResult } from './run-result.ts';
import type { Timer } from './timer.ts';

/** Logs the start and the end of a call. */
export async function auditCall(
  record: { audit: AuditLog | undefined; timer: Timer; facts: AuditFacts },
  call: () => Promise<RunResult>,
): Promise<RunResult> {
  const { audit, timer, facts } = record;
  if (!audit) return call();
  const startedAt = timer.now();
  audit('responses_api_request', facts);
  const result = await call();
  const duration_ms = timer.now() - startedAt;
  if (result.ok) audit('responses_api_success', { ...facts, ...describeSuccess(result), duration_ms });
  else audit('responses_api_error', { ...facts, ...describeFailure(result), duration_ms });
  return result;
}

function describeSuccess({ outcome, requestId }: Extract<RunResult, { ok: true }>): Partial<AuditFacts> {
  return {
    ...(outcome.model === undefined ? {} : { response_model: outcome.model }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  };
}

function describeFailure({ error }: Extract<RunResult, { ok: false }>): Partial<AuditFacts> {
  const { status, code, param, requestId } = error.upstream;
  return {
    error_type: error.code,
    ...(status === undefined ? {} : { status_code: status }),
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  };
}

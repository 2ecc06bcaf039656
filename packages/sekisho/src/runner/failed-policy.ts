import { messageOf } from '@sekisho/engine/integration';
import type { DecidedCall } from './decide-call.ts';

/** Returns the denial of a call whose own approval function failed, for the log. */
export function failedPolicy(decided: DecidedCall, cause: unknown): DecidedCall {
  const why = messageOf(cause);
  const reason = `The tool's own approval function failed, so the call does not run. ${why}`;
  process.emitWarning(`${decided.call.tool.id}: ${reason}`, { code: 'AGENTS-E-GATE-EVAL' });
  return {
    ...decided,
    // The gate's own decision is recorded under the key of the call.
    key: `${decided.key}:host`,
    decision: {
      ...decided.decision,
      decision: 'deny',
      reason,
      reason_ja: `ツール自身の承認関数が失敗したため、呼び出しは実行されません。原因: ${why}`,
      rule_ids: ['host.policy-failed'],
      cause,
    },
  };
}

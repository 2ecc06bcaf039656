import type { EffectRecord, HumanApprovalRequest, StepRecord } from '@sekisho/engine';
import type { RunRecords } from '@sekisho/engine/integration';

/** The stored progress of a run that is resumed. */
export interface RecoveredState {
  readonly steps: readonly StepRecord[];
  readonly effects: readonly EffectRecord[];
  readonly approvals: readonly HumanApprovalRequest[];
  /** The audit records of the approvals. */
  readonly records?: RunRecords | undefined;
}

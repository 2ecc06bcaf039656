import type { RunRecords } from '../approval/authority/run-records.ts';
import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type { EffectRecord, StepRecord } from '../contracts/run-record.ts';

/** The stored progress of a run that is resumed. */
export interface RecoveredState {
  readonly steps: readonly StepRecord[];
  readonly effects: readonly EffectRecord[];
  readonly approvals: readonly HumanApprovalRequest[];
  /** The audit records of the approvals. */
  readonly records?: RunRecords | undefined;
}

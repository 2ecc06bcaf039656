import type { RunRecords } from '../approval/authority/run-records.ts';
import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type { EffectRecord, StepRecord } from '../contracts/run-record.ts';

/** What a run that is taken up again brings along. */
export interface RecoveredState {
  readonly steps: readonly StepRecord[];
  readonly effects: readonly EffectRecord[];
  readonly approvals: readonly HumanApprovalRequest[];
  /** What the audit log says about them. */
  readonly records?: RunRecords | undefined;
}

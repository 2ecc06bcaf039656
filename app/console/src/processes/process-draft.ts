import type { RequiredArtifact, StepBasis } from '../../../server/src/processes/templates/process-step.ts';

/** A step of a draft with all fields, so that every edit has every field. */
export type DraftStep = {
  seq: number;
  name: string;
  basis: StepBasis;
  /** Business days; negative is earlier, positive is later. */
  offsetDays: number;
  requiredArtifacts: readonly RequiredArtifact[];
  dependsOn: readonly number[];
};

/** A process template that is not created yet. */
export type ProcessDraft = { name: string; steps: readonly DraftStep[] };

import type { RequiredArtifact, StepBasis } from '../../../../server/src/domain/process-step.ts';

/** A step of a draft as the panel edits it; nothing is left out, so every edit sees every field. */
export type DraftStep = {
  seq: number;
  name: string;
  basis: StepBasis;
  /** Business days; negative is earlier, positive is later. */
  offsetDays: number;
  requiredArtifacts: readonly RequiredArtifact[];
  dependsOn: readonly number[];
};

/** A process template that does not exist yet. */
export type ProcessDraft = { name: string; steps: readonly DraftStep[] };

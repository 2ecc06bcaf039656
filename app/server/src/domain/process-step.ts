/** From where the due date of a step is counted. */
export type StepBasis = 'goal' | 'prev';

/** Something that must exist before a step counts as done. */
export type RequiredArtifact = { kind: string; description?: string | undefined };

/** A step as people and models write it: dependencies are the numbers of earlier steps. */
export type StepDraft = {
  seq: number;
  name: string;
  basis: StepBasis;
  /** Business days; negative is earlier, positive is later. */
  offsetDays: number;
  requiredArtifacts?: RequiredArtifact[] | undefined;
  dependsOn?: number[] | undefined;
};

/** The largest distance of a step from what it is counted from, in business days. */
export const MAX_OFFSET_DAYS = 365;

/** What the due date of a step is counted from. */
export type StepBasis = 'goal' | 'prev';

/** An artifact that must exist before a step is done. */
export type RequiredArtifact = { kind: string; description?: string | undefined };

/** A step in the input of users and models. Dependencies are the numbers of earlier steps. */
export type StepDraft = {
  seq: number;
  name: string;
  basis: StepBasis;
  /** Business days. A negative number is earlier, a positive number is later. */
  offsetDays: number;
  requiredArtifacts?: RequiredArtifact[] | undefined;
  dependsOn?: number[] | undefined;
};

/** The maximum offset of a step, in business days. */
export const MAX_OFFSET_DAYS = 365;

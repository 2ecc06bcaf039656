import type { RequiredArtifact, StepBasis, StepDraft } from './process-step.ts';

/** A step of a stored template; dependencies are the ids of other steps. */
export type StepTemplate = {
  id: string;
  seq: number;
  name: string;
  basis: StepBasis;
  offsetDays: number;
  requiredArtifacts: RequiredArtifact[];
  dependsOn: string[];
};

/** A process that can be started any number of times. The version increases with every change. */
export type ProcessTemplate = {
  id: string;
  userId: string;
  name: string;
  steps: StepTemplate[];
  version: number;
  createdAt: number;
};

/** The input for creating a template. */
export type CreateProcessTemplateDto = { name: string; stepTemplates: StepDraft[] };

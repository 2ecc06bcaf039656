import type { ProcessDraft } from '../process-draft.ts';

/** Converts the steps of a draft to the format of the server. */
export function writeSteps({ steps }: ProcessDraft) {
  return steps.map((step) => ({
    ...step,
    requiredArtifacts: step.requiredArtifacts.map(({ kind, description }) =>
      description === undefined ? { kind } : { kind, description },
    ),
    dependsOn: [...step.dependsOn],
  }));
}

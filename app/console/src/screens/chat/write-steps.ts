import type { ProcessDraft } from './process-draft.ts';

/** The steps of a draft in the form in which the server takes them. */
export function writeSteps({ steps }: ProcessDraft) {
  return steps.map((step) => ({
    ...step,
    requiredArtifacts: step.requiredArtifacts.map(({ kind, description }) =>
      description === undefined ? { kind } : { kind, description },
    ),
    dependsOn: [...step.dependsOn],
  }));
}

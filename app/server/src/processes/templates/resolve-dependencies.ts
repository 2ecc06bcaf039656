import { findStepProblem, type StepProblem } from './check-steps.ts';
import type { StepDraft } from './process-step.ts';
import type { StepTemplate } from './process-template.ts';

/** Assigns an id to each step and replaces dependency numbers by ids. Returns no steps when the input is invalid. */
export function resolveDependencies(
  drafts: readonly StepDraft[],
  makeId: () => string,
): { steps: StepTemplate[] } | { problem: StepProblem } {
  const problem = findStepProblem(drafts);
  if (problem !== undefined) return { problem };
  const ordered = drafts.toSorted((a, b) => a.seq - b.seq);
  const ids = new Map(ordered.map(({ seq }) => [seq, makeId()]));
  const steps = ordered.map((draft) => ({
    id: ids.get(draft.seq) ?? '',
    seq: draft.seq,
    name: draft.name,
    basis: draft.basis,
    offsetDays: draft.offsetDays,
    requiredArtifacts: draft.requiredArtifacts ?? [],
    dependsOn: (draft.dependsOn ?? []).flatMap((seq) => ids.get(seq) ?? []),
  }));
  return { steps };
}

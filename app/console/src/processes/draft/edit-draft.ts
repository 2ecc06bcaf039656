import type { DraftStep, ProcessDraft } from '../process-draft.ts';

/** Changes fields of one step. Its number and its dependencies have separate functions. */
export function changeStep(
  draft: ProcessDraft,
  seq: number,
  change: Partial<Pick<DraftStep, 'name' | 'basis' | 'offsetDays'>>,
): ProcessDraft {
  return mapStep(draft, seq, (step) => ({ ...step, ...change }));
}

/** Adds a step at the end, one business day after the last one. The first step is counted from the goal. */
export function addStep(draft: ProcessDraft, name: string): ProcessDraft {
  const isFirst = draft.steps.length === 0;
  const step: DraftStep = {
    seq: draft.steps.length + 1,
    name,
    basis: isFirst ? 'goal' : 'prev',
    offsetDays: isFirst ? 0 : 1,
    requiredArtifacts: [],
    dependsOn: [],
  };
  return { ...draft, steps: [...draft.steps, step] };
}

/** Removes a step and the dependencies on it, and renumbers the other steps. */
export function removeStep(draft: ProcessDraft, seq: number): ProcessDraft {
  const left = draft.steps.filter((step) => step.seq !== seq);
  return { ...draft, steps: renumber(left) };
}

/** Moves a step. Dependencies still refer to the same steps. */
export function moveStep(draft: ProcessDraft, seq: number, by: number): ProcessDraft {
  const from = draft.steps.findIndex((step) => step.seq === seq);
  const to = from + by;
  const moved = draft.steps[from];
  if (moved === undefined || to < 0 || to >= draft.steps.length) return draft;
  return { ...draft, steps: renumber(draft.steps.toSpliced(from, 1).toSpliced(to, 0, moved)) };
}

/** Adds a dependency, or removes it when it exists. */
export function toggleDependency(draft: ProcessDraft, seq: number, on: number): ProcessDraft {
  return mapStep(draft, seq, (step) => {
    const others = step.dependsOn.filter((other) => other !== on);
    const isThere = others.length < step.dependsOn.length;
    return { ...step, dependsOn: isThere ? others : [...others, on].toSorted((a, b) => a - b) };
  });
}

function mapStep(draft: ProcessDraft, seq: number, change: (step: DraftStep) => DraftStep): ProcessDraft {
  return { ...draft, steps: draft.steps.map((step) => (step.seq === seq ? change(step) : step)) };
}

/** Numbers the steps in their order and updates every dependency to the new numbers. */
function renumber(steps: readonly DraftStep[]): DraftStep[] {
  const numbers = new Map(steps.map(({ seq }, index) => [seq, index + 1]));
  return steps.map((step, index) => ({
    ...step,
    seq: index + 1,
    dependsOn: step.dependsOn.flatMap((seq) => numbers.get(seq) ?? []).toSorted((a, b) => a - b),
  }));
}

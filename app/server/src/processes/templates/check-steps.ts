import type { StepDraft } from './process-step.ts';

type StepProblemClass =
  | 'NoSteps'
  | 'SeqGap'
  | 'SeqDuplicate'
  | 'FirstStepBasis'
  | 'DependencyUnknown'
  | 'DependencyDuplicate'
  | 'ForwardReference'
  | 'Cycle';

/** A problem in a list of steps, with the step that has it. */
export type StepProblem = { class: StepProblemClass; seq: number | undefined; message: string };

type NumberedStep = Pick<StepDraft, 'seq' | 'basis' | 'dependsOn'>;

/** Returns the first problem in numbers and dependencies. Undefined means that a schedule can be created. */
export function findStepProblem(unordered: readonly NumberedStep[]): StepProblem | undefined {
  const steps = unordered.toSorted((a, b) => a.seq - b.seq);
  if (steps.length === 0) return problem('NoSteps', undefined, 'At least one step is required.');
  return findSeqProblem(steps) ?? findReferenceProblem(steps) ?? findDirectionProblem(steps);
}

function findSeqProblem(steps: readonly NumberedStep[]): StepProblem | undefined {
  for (const [index, { seq, basis }] of steps.entries()) {
    if (seq === steps[index - 1]?.seq)
      return problem('SeqDuplicate', seq, `The step number ${seq} occurs twice.`);
    if (seq !== index + 1) {
      return problem(
        'SeqGap',
        seq,
        `Steps must be numbered from 1 without gaps. Step ${index + 1} is missing.`,
      );
    }
    if (seq === 1 && basis !== 'goal') {
      return problem('FirstStepBasis', seq, 'Step 1 has no previous step, so its basis must be "goal".');
    }
  }
  return undefined;
}

function findReferenceProblem(steps: readonly NumberedStep[]): StepProblem | undefined {
  for (const { seq, dependsOn = [] } of steps) {
    const unknownDependency = dependsOn.find(
      (other) => !Number.isInteger(other) || other < 1 || other > steps.length,
    );
    if (unknownDependency !== undefined) {
      return problem('DependencyUnknown', seq, `Step ${seq} depends on a step that does not exist.`);
    }
    if (new Set(dependsOn).size < dependsOn.length) {
      return problem('DependencyDuplicate', seq, `Step ${seq} lists the same dependency twice.`);
    }
  }
  return undefined;
}

// A cycle always contains a forward reference, so cycles are searched first to distinguish the two classes.
function findDirectionProblem(steps: readonly NumberedStep[]): StepProblem | undefined {
  const cyclic = findCyclicStep(steps);
  if (cyclic !== undefined)
    return problem('Cycle', cyclic, `Step ${cyclic} depends on itself, directly or through other steps.`);
  const forward = steps.find(({ seq, dependsOn = [] }) => dependsOn.some((other) => other > seq));
  if (forward === undefined) return undefined;
  return problem('ForwardReference', forward.seq, `Step ${forward.seq} depends on a later step.`);
}

/** Repeatedly removes steps without open dependencies. A step that remains is on a cycle or depends on one. */
function findCyclicStep(steps: readonly NumberedStep[]): number | undefined {
  const waiting = new Map(steps.map(({ seq, dependsOn = [] }) => [seq, dependsOn.length]));
  const followers = Map.groupBy(
    steps.flatMap(({ seq, dependsOn = [] }) => dependsOn.map((before) => ({ before, seq }))),
    ({ before }) => before,
  );
  const free = steps.flatMap(({ seq }) => (waiting.get(seq) === 0 ? [seq] : []));
  for (let seq = free.pop(); seq !== undefined; seq = free.pop()) {
    waiting.delete(seq);
    for (const follower of followers.get(seq) ?? []) {
      const left = (waiting.get(follower.seq) ?? 0) - 1;
      waiting.set(follower.seq, left);
      if (left === 0) free.push(follower.seq);
    }
  }
  return waiting.keys().next().value;
}

function problem(className: StepProblemClass, seq: number | undefined, message: string): StepProblem {
  return { class: className, seq, message };
}

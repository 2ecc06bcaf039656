import type { DraftStep, ProcessDraft } from './process-draft.ts';

/** What can differ in a step that is still there. */
export type ChangedField = 'name' | 'basis' | 'offsetDays' | 'dependsOn' | 'requiredArtifacts' | 'order';

/** How a step of one draft differs from the draft before it. */
export type StepDifference =
  | { kind: 'added'; step: DraftStep }
  | { kind: 'removed'; step: DraftStep }
  | { kind: 'changed'; before: DraftStep; after: DraftStep; fields: readonly ChangedField[] };

/**
 * What changed from one draft to the next, in the order of the next one, removed steps last.
 * A step is the same one when its name is; unmatched steps between the same neighbours count as renamed.
 */
export function compareDrafts(before: ProcessDraft, after: ProcessDraft): StepDifference[] {
  const origins = matchSteps(before.steps, after.steps);
  const kept = new Set(origins.values());
  const inOrder = findInOrder(after.steps.flatMap(({ seq }) => origins.get(seq)?.seq ?? []));
  const present = after.steps.flatMap((step): StepDifference[] => {
    const origin = origins.get(step.seq);
    if (origin === undefined) return [{ kind: 'added', step }];
    const fields = listChangedFields(origin, step, { origins, isInOrder: inOrder.has(origin.seq) });
    return fields.length === 0 ? [] : [{ kind: 'changed', before: origin, after: step, fields }];
  });
  const removed = before.steps.filter((step) => !kept.has(step));
  return [...present, ...removed.map((step) => ({ kind: 'removed' as const, step }))];
}

/** The step that each new step was, by the number of the new one. */
function matchSteps(before: readonly DraftStep[], after: readonly DraftStep[]): Map<number, DraftStep> {
  const byName = Map.groupBy(before, ({ name }) => name.trim());
  const origins = new Map<number, DraftStep>();
  for (const { seq, name } of after) {
    const origin = byName.get(name.trim())?.shift();
    if (origin !== undefined) origins.set(seq, origin);
  }
  const taken = new Set([...origins.values()].map(({ seq }) => seq));
  const orphans = groupByNeighbor(before, (step) => (taken.has(step.seq) ? step.seq : undefined));
  const renamed = groupByNeighbor(after, (step) => origins.get(step.seq)?.seq);
  for (const [neighbour, steps] of renamed) {
    for (const [index, { seq }] of steps.entries()) {
      const origin = orphans.get(neighbour)?.[index];
      if (origin !== undefined) origins.set(seq, origin);
    }
  }
  return origins;
}

/** Steps without a match, grouped by the matched step before them; 0 is the beginning. */
function groupByNeighbor(
  steps: readonly DraftStep[],
  matchOf: (step: DraftStep) => number | undefined,
): Map<number, DraftStep[]> {
  const groups = new Map<number, DraftStep[]>();
  let neighbour = 0;
  for (const step of steps) {
    const match = matchOf(step);
    if (match === undefined) groups.set(neighbour, [...(groups.get(neighbour) ?? []), step]);
    else neighbour = match;
  }
  return groups;
}

function listChangedFields(
  before: DraftStep,
  after: DraftStep,
  { origins, isInOrder }: { origins: ReadonlyMap<number, DraftStep>; isInOrder: boolean },
): ChangedField[] {
  // A dependency on a new step has no old number, so it can never look unchanged.
  const dependsOn = after.dependsOn.map((seq) => origins.get(seq)?.seq ?? -seq);
  const found: [ChangedField, boolean][] = [
    ['name', before.name !== after.name],
    ['basis', before.basis !== after.basis],
    ['offsetDays', before.offsetDays !== after.offsetDays],
    ['dependsOn', !isSame(before.dependsOn.toSorted(byNumber), dependsOn.toSorted(byNumber))],
    ['requiredArtifacts', !isSame(before.requiredArtifacts, after.requiredArtifacts)],
    ['order', !isInOrder],
  ];
  return found.flatMap(([field, isSo]) => (isSo ? [field] : []));
}

/** The longest run of numbers that still ascend: only what is outside of it was moved. */
function findInOrder(numbers: readonly number[]): Set<number> {
  const chains: number[][] = [];
  for (const [index, number] of numbers.entries()) {
    const previous = chains.slice(0, index).filter((chain) => (chain.at(-1) ?? 0) < number);
    const longest = previous.reduce<number[]>(
      (best, chain) => (chain.length > best.length ? chain : best),
      [],
    );
    chains.push([...longest, number]);
  }
  return new Set(chains.reduce<number[]>((best, chain) => (chain.length > best.length ? chain : best), []));
}

const byNumber = (a: number, b: number) => a - b;
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

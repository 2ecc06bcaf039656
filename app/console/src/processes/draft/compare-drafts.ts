import type { DraftStep, ProcessDraft } from '../process-draft.ts';

/** The fields that can differ in a step that exists in both drafts. */
export type ChangedField = 'name' | 'basis' | 'offsetDays' | 'dependsOn' | 'requiredArtifacts' | 'order';

/** The difference of a step from the previous draft. */
export type StepDifference =
  | { kind: 'added'; step: DraftStep }
  | { kind: 'removed'; step: DraftStep }
  | { kind: 'changed'; before: DraftStep; after: DraftStep; fields: readonly ChangedField[] };

/**
 * Returns the differences between two drafts in the order of the new one, removed steps last.
 * Steps with the same name match. Unmatched steps between the same neighbors count as renamed.
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

/** Maps the number of each new step to its old step. */
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
  for (const [neighbor, steps] of renamed) {
    for (const [index, { seq }] of steps.entries()) {
      const origin = orphans.get(neighbor)?.[index];
      if (origin !== undefined) origins.set(seq, origin);
    }
  }
  return origins;
}

/** Groups steps without a match by the matched step before them; 0 is the beginning. */
function groupByNeighbor(
  steps: readonly DraftStep[],
  matchOf: (step: DraftStep) => number | undefined,
): Map<number, DraftStep[]> {
  const groups = new Map<number, DraftStep[]>();
  let neighbor = 0;
  for (const step of steps) {
    const match = matchOf(step);
    if (match === undefined) groups.set(neighbor, [...(groups.get(neighbor) ?? []), step]);
    else neighbor = match;
  }
  return groups;
}

function listChangedFields(
  before: DraftStep,
  after: DraftStep,
  { origins, isInOrder }: { origins: ReadonlyMap<number, DraftStep>; isInOrder: boolean },
): ChangedField[] {
  // A dependency on a new step has no old number, so it never counts as unchanged.
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

/** Returns the longest ascending subsequence. Only steps outside of it were moved. */
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

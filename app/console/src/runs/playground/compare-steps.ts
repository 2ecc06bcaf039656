import type { GateStep } from './read-gate-steps.ts';

/** The properties by which two runs are compared: the call, the decision of the gate, and whether the tool ran. */
export type ComparedStep = Pick<GateStep, 'tool' | 'verdict' | 'argumentsText'> & {
  readonly hasRun: boolean;
};

/** Returns the index of the first step that differs, or undefined if all steps are equal. */
export function findFirstDifference(
  a: readonly ComparedStep[],
  b: readonly ComparedStep[],
): number | undefined {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index += 1) if (!isSame(a[index], b[index])) return index;
  return undefined;
}

/** Returns whether two steps made the same call with the same decision and outcome. */
export function isSame(a: ComparedStep | undefined, b: ComparedStep | undefined): boolean {
  return (
    a?.tool === b?.tool &&
    a?.verdict === b?.verdict &&
    a?.hasRun === b?.hasRun &&
    a?.argumentsText === b?.argumentsText
  );
}

/** Converts a step of a run. */
export const toCompared = ({ tool, verdict, argumentsText, outcome }: GateStep): ComparedStep => ({
  tool,
  verdict,
  argumentsText,
  hasRun: outcome !== undefined,
});

import { findFirstDifference, type ComparedStep } from './compare-steps.ts';
import { usePlaygroundTexts } from './use-playground-texts.ts';

interface Side {
  readonly name: string;
  readonly steps: readonly ComparedStep[];
}

/** Returns a function that names the first difference of two lists of steps in one sentence. */
export function useDifference(): (a: Side, b: Side) => string {
  const t = usePlaygroundTexts();
  const describe = (step: ComparedStep | undefined) =>
    step === undefined
      ? t('compare.noCall')
      : t(step.hasRun ? 'compare.ran' : 'compare.notRun', {
          tool: step.tool,
          verdict: t(`verdict.${step.verdict}`),
        });
  return (a, b) => {
    const at = findFirstDifference(a.steps, b.steps);
    if (at === undefined) return t('compare.same');
    const [one, other] = [a.steps[at], b.steps[at]];
    // Without this, both sides of the sentence would read the same.
    const isOnlyInput = one?.verdict === other?.verdict && one?.hasRun === other?.hasRun;
    const values = { number: at + 1, same: at, a: a.name, b: b.name };
    const start = t(at === 0 ? 'compare.fromStart' : 'compare.sameUntil', values);
    const end =
      isOnlyInput && one?.tool === other?.tool
        ? t('compare.input', { ...values, step: describe(one) })
        : t('compare.differs', { ...values, one: describe(one), other: describe(other) });
    return [start, end].join(' ').trim();
  };
}

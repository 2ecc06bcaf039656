/** One comparison. `ours` and `other` are in milliseconds unless the name of the case contains another unit. */
export interface BenchCase {
  readonly case: string;
  readonly ours: number;
  readonly other: number;
  readonly ratio: number;
  readonly goal: string;
  readonly holds: boolean;
}

/** The result of a bench. */
export interface BenchReport {
  readonly bench: string;
  readonly cases: readonly BenchCase[];
  /** What was left out, and why. */
  readonly notes?: readonly string[];
}

/** A case whose ratio must not exceed the goal. */
export function atMost(name: string, figures: Figures, goal: number): BenchCase {
  return { case: name, ...figures, goal: `<= ${goal}`, holds: figures.ratio <= goal };
}

/** A case whose ratio must reach the goal. */
export function atLeast(name: string, figures: Figures, goal: number): BenchCase {
  return { case: name, ...figures, goal: `>= ${goal}`, holds: figures.ratio >= goal };
}

/** Two sides and their ratio, which is the median of many ratios and therefore not exactly their quotient. */
export type Figures = Pick<BenchCase, 'ours' | 'other' | 'ratio'>;

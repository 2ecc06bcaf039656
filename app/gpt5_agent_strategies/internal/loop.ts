/** The result of a round. */
export type RoundEnd = {
  readonly iteration: number;
  readonly maximumIterations: number;
  readonly isConcluding: boolean;
  readonly isOutOfTime: boolean;
  readonly outcome: 'failed' | 'called-tools' | 'answered' | 'empty';
};

/** The step after a round: another round, a last one without tools, or none. */
export type NextStep = 'continue' | 'conclude' | 'stop';

/**
 * Decides the next step of a run. Tools may be called in `maximum_iterations` rounds; after them, or after an empty
 * response, one more round without tools follows, so that the run ends with an answer.
 */
export function chooseNextStep(end: RoundEnd): NextStep {
  if (end.isConcluding) return 'stop';
  switch (end.outcome) {
    case 'answered':
      return 'stop';
    case 'empty':
      return 'conclude';
    case 'failed':
      // In the first round there are no tool results yet, so a concluding round would only repeat the request.
      return end.iteration > 1 ? 'conclude' : 'stop';
    case 'called-tools':
      return end.isOutOfTime || end.iteration >= end.maximumIterations ? 'conclude' : 'continue';
  }
}

/** What a round left behind. */
export type RoundEnd = {
  readonly iteration: number;
  readonly maximumIterations: number;
  readonly isConcluding: boolean;
  readonly isOutOfTime: boolean;
  readonly outcome: 'failed' | 'called-tools' | 'answered' | 'said-nothing';
};

/** What follows a round: another one, a last one without tools, or nothing. */
export type NextStep = 'continue' | 'conclude' | 'stop';

/**
 * Decides how a run goes on. Tools may be called in `maximum_iterations` rounds; a run that has used them up, or whose
 * model fell silent, gets one more round without tools, so that it ends with an answer.
 */
export function chooseNextStep(end: RoundEnd): NextStep {
  if (end.isConcluding) return 'stop';
  switch (end.outcome) {
    case 'answered':
      return 'stop';
    case 'said-nothing':
      return 'conclude';
    case 'failed':
      // Without any result of a tool there is nothing to conclude from.
      return end.iteration > 1 ? 'conclude' : 'stop';
    case 'called-tools':
      return end.isOutOfTime || end.iteration >= end.maximumIterations ? 'conclude' : 'continue';
  }
}

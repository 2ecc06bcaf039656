/** The error of the decision functions under test, which distinguishes it from other errors. */
export class DecisionFailure extends Error {
  override readonly name = 'DecisionFailure';

  constructor() {
    super('The decision function failed.');
  }
}

/** Returns whether the decision function caused an error, directly or as a cause. */
export function isDecisionFailure(error: unknown): boolean {
  if (error instanceof DecisionFailure) return true;
  return (
    error instanceof Error &&
    (error.message.includes(new DecisionFailure().message) || isDecisionFailure(error.cause))
  );
}

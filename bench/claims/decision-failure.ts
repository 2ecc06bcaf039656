/** What the decision functions under test throw, so that no other mistake is taken for it. */
export class DecisionFailure extends Error {
  override readonly name = 'DecisionFailure';

  constructor() {
    super('The decision function failed.');
  }
}

/** Whether a run stopped because of the decision function, however its error was wrapped. */
export function isDecisionFailure(error: unknown): boolean {
  if (error instanceof DecisionFailure) return true;
  return (
    error instanceof Error &&
    (error.message.includes(new DecisionFailure().message) || isDecisionFailure(error.cause))
  );
}

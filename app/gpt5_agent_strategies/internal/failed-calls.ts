/** Stores the failed calls of a run, so that the same call is not repeated. */
export class FailedCalls {
  readonly #signatures = new Set<string>();

  add(signature: string): void {
    this.#signatures.add(signature);
  }

  /** Returns the message for the model instead of a second failure; undefined for a call that has not failed yet. */
  refuse(signature: string, toolName: string): string | undefined {
    if (!this.#signatures.has(signature)) return undefined;
    return `duplicate failing call skipped: ${toolName.slice(0, 200)} already failed with the same arguments in this run. Change the arguments, use another tool, or answer without it.`;
  }
}

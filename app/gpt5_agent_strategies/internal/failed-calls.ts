/** Remembers which calls failed in a run, so that the same call is not made again and again. */
export class FailedCalls {
  readonly #signatures = new Set<string>();

  add(signature: string): void {
    this.#signatures.add(signature);
  }

  /** What the model is told instead of a second failure; undefined for a call that has not failed yet. */
  refuse(signature: string, toolName: string): string | undefined {
    if (!this.#signatures.has(signature)) return undefined;
    return `duplicate failing call skipped: ${toolName.slice(0, 200)} already failed with the same arguments in this run. Change the arguments, use another tool, or answer without it.`;
  }
}

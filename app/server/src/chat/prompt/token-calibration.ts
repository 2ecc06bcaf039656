const LOWEST = 0.8;
const HIGHEST = 2;
const WEIGHT = 0.2;

/** Learns the ratio of real to estimated tokens for each model. */
export class TokenCalibration {
  readonly #ratios = new Map<string, number>();

  /** Returns the number of real tokens per estimated token; 1 before the first sample. */
  ratio(model: string): number {
    return this.#ratios.get(model) ?? 1;
  }

  /** Adds the real size of a prompt. Recent samples have more weight. */
  addSample(model: string, { estimated, real }: { estimated: number; real: number }): void {
    if (estimated <= 0 || real <= 0) return;
    const seen = Math.min(HIGHEST, Math.max(LOWEST, real / estimated));
    const before = this.ratio(model);
    this.#ratios.set(model, before + WEIGHT * (seen - before));
  }
}

const LOWEST = 0.8;
const HIGHEST = 2;
const WEIGHT = 0.2;

/** Learns for each model how many real tokens an estimated one is. */
export class TokenCalibration {
  readonly #ratios = new Map<string, number>();

  /** Real tokens for one estimated token; 1 until something was learned. */
  ratio(model: string): number {
    return this.#ratios.get(model) ?? 1;
  }

  /** Takes in what a prompt really was; later prompts count more. */
  addSample(model: string, { estimated, real }: { estimated: number; real: number }): void {
    if (estimated <= 0 || real <= 0) return;
    const seen = Math.min(HIGHEST, Math.max(LOWEST, real / estimated));
    const before = this.ratio(model);
    this.#ratios.set(model, before + WEIGHT * (seen - before));
  }
}

import type { JsonRecord } from './json-record.ts';

const COUNTS = ['prompt_tokens', 'completion_tokens', 'total_tokens'] as const;
const PRICES = ['prompt_price', 'completion_price', 'total_price'] as const;
const RATES = [
  'prompt_unit_price',
  'prompt_price_unit',
  'completion_unit_price',
  'completion_price_unit',
] as const;

/** Adds up the usage of the model calls of a run, in the form of Dify's `execution_metadata`. */
export class UsageTotal {
  readonly #sums = new Map<string, number>();
  readonly #rates = new Map<string, number>();
  #currency = 'USD';

  add(usage: JsonRecord): void {
    for (const name of [...COUNTS, ...PRICES, 'latency']) {
      this.#sums.set(name, this.#sum(name) + readNumber(usage[name]));
    }
    for (const name of RATES) this.#rates.set(name, readNumber(usage[name]));
    const { currency } = usage;
    if (typeof currency === 'string' && currency !== '') this.#currency = currency;
  }

  /** Returns the total usage. Dify requires integer token counts. */
  toExecutionMetadata(): JsonRecord {
    return {
      ...Object.fromEntries(COUNTS.map((name) => [name, Math.round(this.#sum(name))])),
      ...Object.fromEntries(PRICES.map((name) => [name, round(this.#sum(name))])),
      ...Object.fromEntries(RATES.map((name) => [name, this.#rates.get(name) ?? 0])),
      currency: this.#currency,
      latency: round(this.#sum('latency')),
    };
  }

  #sum(name: string): number {
    return this.#sums.get(name) ?? 0;
  }
}

/** Prices are strings on the wire, and a model may omit any field. */
function readNumber(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : 0;
}

// Sums of decimal fractions; ten places are enough for every price.
function round(value: number): number {
  return Number(value.toFixed(10));
}

const LONGEST = 200;
const DATE = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/;

/** Evaluates the first arithmetic expression in a text. Returns undefined when there is none. */
export function evaluateArithmetic(text: string): { expression: string; value: number } | undefined {
  const normal = text.normalize('NFKC').replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-');
  for (const [run] of normal.matchAll(/[\d.+\-*/()\s]+/g)) {
    const expression = run
      .trim()
      .replace(/[+\-*/(.]+$/, '')
      .trim();
    const isSum = /\d[\s)]*[-+*/]/.test(expression) && !DATE.test(expression);
    const value = isSum && expression.length <= LONGEST ? new Reader(expression).read() : undefined;
    if (value !== undefined) return { expression, value };
  }
  return undefined;
}

// This is a recursive descent parser, because eval would execute untrusted text.
class Reader {
  readonly #tokens: string[];
  #at = 0;

  constructor(expression: string) {
    this.#tokens = expression.match(/\d+(?:\.\d+)?|[-+*/()]/g) ?? [];
  }

  read(): number | undefined {
    const value = this.#sum();
    return this.#at === this.#tokens.length && Number.isFinite(value) ? value : undefined;
  }

  #sum(): number {
    let value = this.#product();
    for (let sign = this.#peek(); sign === '+' || sign === '-'; sign = this.#peek()) {
      this.#at += 1;
      value = sign === '+' ? value + this.#product() : value - this.#product();
    }
    return value;
  }

  #product(): number {
    let value = this.#factor();
    for (let sign = this.#peek(); sign === '*' || sign === '/'; sign = this.#peek()) {
      this.#at += 1;
      value = sign === '*' ? value * this.#factor() : value / this.#factor();
    }
    return value;
  }

  #factor(): number {
    const token = this.#peek();
    this.#at += 1;
    if (token === '-') return -this.#factor();
    if (token !== '(') return token === undefined ? Number.NaN : Number(token);
    const value = this.#sum();
    if (this.#peek() !== ')') return Number.NaN;
    this.#at += 1;
    return value;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }
}

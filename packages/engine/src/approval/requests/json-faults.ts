/** A position in a JSON text at which parsing loses information. */
export interface JsonFault {
  readonly kind: 'number' | 'duplicate_key';
  readonly path: string;
}

/**
 * Finds positions in a JSON text whose parsed value differs from the text: numbers that change when they are parsed,
 * and duplicate keys of an object. The text must be valid JSON.
 */
export function jsonFaults(json: string): JsonFault[] {
  const faults: JsonFault[] = [];
  const tokens = json.match(TOKENS) ?? [];
  let at = 0;
  const readValue = (path: string): void => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token === '{') readObject(path);
    else if (token === '[') readList(path);
    else if (/^[-\d]/.test(token) && !isExactNumber(token)) faults.push({ kind: 'number', path });
  };
  const readObject = (path: string): void => {
    const keys = new Set<string>();
    while (at < tokens.length && tokens[at] !== '}') {
      const key = String(JSON.parse(tokens[at] ?? '""'));
      const inner = path === '' ? key : `${path}.${key}`;
      if (keys.has(key)) faults.push({ kind: 'duplicate_key', path: inner });
      keys.add(key);
      at += 2; // Skips the key and its colon.
      readValue(inner);
      if (tokens[at] === ',') at += 1;
    }
    at += 1;
  };
  const readList = (path: string): void => {
    for (let index = 0; at < tokens.length && tokens[at] !== ']'; index += 1) {
      readValue(`${path}[${index}]`);
      if (tokens[at] === ',') at += 1;
    }
    at += 1;
  };
  readValue('');
  return faults;
}

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|-?\d[\d.eE+-]*|true|false|null/g;

/** Returns whether a number is the same after it is parsed and written again. `-0` is written as `0`. */
function isExactNumber(literal: string): boolean {
  const value = Number(literal);
  return Number.isFinite(value) && !Object.is(value, -0) && decimalOf(literal) === decimalOf(`${value}`);
}

/** Returns the digits without leading and trailing zeros, and the power of ten. */
function decimalOf(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

import { normalizeText, normalizeValue } from './normalize-text.ts';

/** A part of a text. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds a value in a text as the gate compares them: case, width and invisible characters do not matter. If the text does
 * not contain the value as a whole, its longest word is found, because the words of a value may be scattered.
 */
export function findPassage(text: string, value: string): Passage | undefined {
  const exact = value === '' ? -1 : text.indexOf(value);
  if (exact >= 0) return { start: exact, end: exact + value.length };
  const wanted = normalizeValue(value);
  if (wanted === '') return undefined;
  const map = normalizedWithPositions(text);
  const found = locate(map, wanted);
  if (found) return found;
  const words = wanted.split(/[^\p{L}\p{N}@._-]+/u).filter((word) => word.length >= MIN_WORD_LENGTH);
  const places = words.toSorted((one, other) => other.length - one.length).map((word) => locate(map, word));
  // A value that the text does not contain completely did not come from it.
  return places.length > 1 && places.every(Boolean) ? places[0] : undefined;
}

const MIN_WORD_LENGTH = 3;

interface Normalized {
  readonly text: string;
  /** The position in the original text of each character, and the end of the text. */
  readonly positions: readonly number[];
}

function locate({ text, positions }: Normalized, value: string): Passage | undefined {
  const at = text.indexOf(value);
  if (at < 0) return undefined;
  const [start, last] = [positions[at], positions[at + value.length - 1]];
  const end = positions.find((position) => position > (last ?? 0));
  return start === undefined || end === undefined ? undefined : { start, end };
}

function normalizedWithPositions(text: string): Normalized {
  const lower = text.toLowerCase();
  if (/^[\x20-\x7e\n]*$/.test(text))
    return { text: lower, positions: Array.from({ length: text.length + 1 }, (_, index) => index) };
  let normalized = '';
  const positions: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = normalizeText(character);
    normalized += plain;
    for (let index = 0; index < plain.length; index += 1) positions.push(at);
    at += character.length;
  }
  positions.push(at);
  return { text: normalized, positions };
}

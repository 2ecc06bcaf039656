import type { CompleteArguments } from '../contracts/approval-reading.ts';
import { replaceInvisible } from '../contracts/invisible-characters.ts';

/** The arguments of a call in full. `JSON.parse` of the text gives exactly the arguments. */
export function completeArguments(json: string): CompleteArguments {
  const value: unknown = json.trim() === '' ? {} : JSON.parse(json);
  const text = JSON.stringify(value, null, 2);
  return {
    // A computer call carries a list of actions.
    arguments: Array.isArray(value) ? { actions: value } : { ...Object(value) },
    arguments_text: replaceInvisible(text, escapeOf),
  };
}

/** The escape of JSON, so that the text stays JSON with the same value. */
const escapeOf = (character: string) =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

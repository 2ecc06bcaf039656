import type { CompleteArguments } from '../wire/approval-reading.ts';
import { replaceInvisible } from '../checks/invisible-characters.ts';

/** Returns the complete arguments of a call. `JSON.parse` of the text returns exactly the arguments. */
export function completeArguments(json: string): CompleteArguments {
  const value: unknown = json.trim() === '' ? {} : JSON.parse(json);
  const text = JSON.stringify(value, null, 2);
  return {
    // The arguments of a computer call are a list of actions.
    arguments: Array.isArray(value) ? { actions: value } : { ...Object(value) },
    arguments_text: replaceInvisible(text, escapeOf),
  };
}

/** Escapes a character as JSON does, so that the text remains JSON with the same value. */
const escapeOf = (character: string) =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

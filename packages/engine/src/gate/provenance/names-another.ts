import type { Effect } from '../../wire/tool-manifest.ts';
import { splitWords, stem } from '../manifest/split-words.ts';
import { normalizeValue } from './normalize-text.ts';
import type { FieldEntry } from './result-index.ts';
import { isDistinctive, type TraceableHistory } from './trace-value.ts';
import type { UserWords } from './user-words.ts';

/**
 * Returns whether the user chose another item of the list that contains the value: the user wrote "pay INV-1", and the value is
 * INV-2 of the same result. It does not apply if the user also named the record of the value, or mentions all or other items.
 * Before a deletion or a payment, a description of other records counts, too: "delete the spam".
 */
export function namesAnother(history: TraceableHistory, value: string | number, effect: Effect): boolean {
  const { user, results } = history;
  const text = normalizeValue(String(value));
  if (user.speaksOfOthers) return false;
  const entries = [...results.fieldsOf(text), ...(isPath(text) ? results.fieldsOf(lastPart(text)) : [])];
  return entries.some(
    (entry) =>
      isAnotherNamed(history, entry, text) ||
      ((effect === 'delete' || effect === 'spend') && isAnotherDescribed(history, entry, text)),
  );
}

function isAnotherNamed({ user, results }: TraceableHistory, entry: FieldEntry, text: string): boolean {
  if (entry.place === 'mention') return false;
  const named = entry.siblings.filter(
    (other) => other !== text && isSpecific(other) && isWritten(user, other),
  );
  if (named.length === 0) return false;
  const wordsOfNamed = new Set(
    named.flatMap((value) => [
      ...wordsOf(value),
      ...results
        .fieldsOf(value)
        .flatMap(({ siblings, record }) => (siblings === entry.siblings ? record.words : [])),
    ]),
  );
  return ![...entry.record.words, ...wordsOf(lastPart(text))].some(
    (word) => isDistinctive(word) && !wordsOfNamed.has(word) && user.mentions(word),
  );
}

/** The user's text has words of other records of the list, and none of this one. */
function isAnotherDescribed({ user, results }: TraceableHistory, entry: FieldEntry, text: string): boolean {
  if (entry.place !== 'field' || entry.key === '') return false;
  const isMentioned = (word: string) => isDistinctive(word) && user.mentions(word);
  if (entry.record.words.some(isMentioned)) return false;
  return entry.siblings.some(
    (other) =>
      other !== text &&
      results
        .fieldsOf(other)
        .some(
          ({ siblings, record }) =>
            siblings === entry.siblings && record !== entry.record && record.words.some(isMentioned),
        ),
  );
}

const isPath = (text: string) => text.includes('/');
const lastPart = (text: string) => text.slice(text.lastIndexOf('/') + 1);

function isWritten(user: UserWords, value: string): boolean {
  return (
    user.contains(value) || (isPath(value) && isSpecific(lastPart(value)) && user.contains(lastPart(value)))
  );
}

/** A short number in the user's text is more often a quantity than an id. */
const isSpecific = (value: string) => value.length >= 3 && !/^\d{1,3}$/.test(value);

const wordsOf = (value: string) => splitWords(value).map(stem);

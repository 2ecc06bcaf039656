import type { ControlRole } from '../../contracts/tool-manifest.ts';
import type { ValueOrigin } from '../../contracts/value-origin.ts';
import { hostOf } from '../host-of.ts';
import { classesOfVerb } from '../manifest/verb-lexicon.ts';
import { splitWords, stem } from '../manifest/split-words.ts';
import { normalizeValue } from './normalize-text.ts';
import type { FieldEntry, ResultIndex } from './result-index.ts';
import type { UserWords } from './user-words.ts';

/** The parts of a run's history that a value is traced in. */
export interface TraceableHistory {
  readonly user: UserWords;
  readonly results: ResultIndex;
  isSessionValue(value: string): boolean;
}

/** Where a value came from and, when a tool gave it, which. */
export interface TracedValue {
  readonly origin: ValueOrigin;
  readonly tool?: string | undefined;
}

const USER: TracedValue = { origin: 'user' };
const SESSION: TracedValue = { origin: 'session' };
const DERIVED: TracedValue = { origin: 'derived' };
const MODEL: TracedValue = { origin: 'model' };

/** Traces one value of the arguments back to its origin; a value with several origins gets the most trusted one. */
export function traceValue(
  history: TraceableHistory,
  value: string | number,
  role: ControlRole,
): TracedValue {
  const text = normalizeValue(String(value));
  if (text === '') return USER;
  const number = typeof value === 'number' ? value : readWholeNumber(text);
  // A 19 in the user's date does not name file 19; only amounts are compared by value.
  if (role === 'amount' && number !== undefined && history.user.hasNumber(Math.abs(number))) return USER;
  if (isFromUser(history.user, text, role)) return USER;
  if (history.isSessionValue(text)) return SESSION;
  const field = fromFields(history, text, role);
  if (field !== undefined) return field;
  if (number === undefined && isPutTogether(history, text, role)) return DERIVED;
  const tool = history.results.proseSource(text);
  return tool === undefined ? MODEL : { origin: 'prose', tool };
}

function readWholeNumber(text: string): number | undefined {
  if (!/^-?\d{1,15}(?:[.,]\d+)*$/.test(text)) return undefined;
  const number = Number(text.replaceAll(',', ''));
  return Number.isNaN(number) ? undefined : number;
}

function isFromUser(user: UserWords, text: string, role: ControlRole): boolean {
  if (user.contains(text)) return true;
  switch (role) {
    case 'url': {
      const host = hostOf(text);
      return host !== undefined && user.contains(host.replace(/^www\./, ''));
    }
    case 'target':
    case 'path':
      return user.hasDate(text) || (/[\s_.-]/.test(text) && user.containsAllWords(text));
    case 'recipient':
      return /^[\p{L} .'-]+$/u.test(text) && user.containsAllWords(text);
    case 'account':
      // People name an account by kind and last digits: "the card ending in 7447".
      return false;
    case 'amount':
    case 'command':
    case 'credential':
      return false;
  }
}

const RANK: readonly ValueOrigin[] = ['trusted', 'anchored', 'lookup', 'field'];

function fromFields(history: TraceableHistory, text: string, role: ControlRole): TracedValue | undefined {
  let best: TracedValue | undefined;
  for (const entry of history.results.fieldsOf(text)) {
    const origin = originOf(history.user, entry, text, role);
    if (origin === undefined) continue;
    if (best === undefined || RANK.indexOf(origin) < RANK.indexOf(best.origin))
      best = { origin, tool: entry.tool };
  }
  return best;
}

function originOf(
  user: UserWords,
  entry: FieldEntry,
  text: string,
  role: ControlRole,
): ValueOrigin | undefined {
  if (entry.isTrusted) return 'trusted';
  const isNamed = isNamedByUser(user, entry, text, role);
  // A link in running text is as good as prose unless the user named the record it stands in.
  if (entry.place === 'mention') return isNamed && role === 'url' ? 'anchored' : undefined;
  if (entry.place === 'line') return role === 'target' || role === 'path' ? 'field' : undefined;
  if (isNamed) return 'anchored';
  return entry.isLookup ? 'lookup' : 'field';
}

/** The user named this record: its key, its name-like fields or the value itself share a telling word with the user's text. */
function isNamedByUser(user: UserWords, entry: FieldEntry, text: string, role: ControlRole): boolean {
  const saysAny = (words: readonly string[]) => words.some((word) => isTelling(word) && user.speaksOf(word));
  if (saysAny(entry.key === '' ? [headNoun(entry.tool)] : splitWords(entry.key).map(stem))) return true;
  if (SENDER_KEY.test(entry.key) && ANSWERING.some((verb) => user.asksWith(verb))) return true;
  const local = text.includes('@') ? text.slice(0, text.indexOf('@')) : text;
  if (role === 'recipient')
    return saysAny(local.split(/[^a-z0-9]+/).map(stem)) || saysAny(entry.record.names);
  if (saysAny(entry.record.names)) return true;
  // Anyone who sends money chooses the words beside an account; only a name makes it someone's.
  if (role === 'account' || entry.place === 'mention') return false;
  if (saysAny(entry.record.words)) return true;
  return entry.record.parent !== undefined && saysAny(entry.record.parent.names);
}

const SENDER_KEY = /^(?:sender|from|author|reply_?to)(?:_?(?:email|address))?$/i;
const ANSWERING = ['reply', 'respond', 'answer'] as const;

/** A bare list has no key; what `get_channels` lists are channels. */
function headNoun(tool: string): string {
  return stem(splitWords(tool).find((word) => classesOfVerb(word).length === 0) ?? '');
}

function isTelling(word: string): boolean {
  return word.length >= 3 && !COMMON.has(word);
}

const COMMON: ReadonlySet<string> = new Set(
  `the and for with from that this you your have are was were not but all any can our out his her its who get has him how man new now
  old see two way did use one about into over than then them they will would could should there their what when which while please true
  false none null name type status email mail user date time text value title info data list item number want need also make like just
  com org net www http https gmail mention key`.split(/\s+/),
);

/** A path or a list whose parts are all known: "reports/2024/summary.txt". */
function isPutTogether(history: TraceableHistory, text: string, role: ControlRole): boolean {
  if (role !== 'path' && role !== 'target') return false;
  const parts = text.split(/[/\\,;|\s]+/).filter((part) => part !== '' && part !== '.');
  if (parts.length < 2 || parts.length > 20) return false;
  return parts.every(
    (part) =>
      history.user.contains(part) ||
      history.isSessionValue(part) ||
      history.results.fieldsOf(part).some((entry) => entry.place === 'field'),
  );
}

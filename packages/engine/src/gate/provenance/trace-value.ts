import type { ControlRole } from '../../wire/tool-manifest.ts';
import type { ValueOrigin } from '../../policy/call-facts.ts';
import { hostOf } from '../host-of.ts';
import { isAccountNumber } from '../role-of-leaf.ts';
import { familiesOfNoun } from '../manifest/noun-lexicon.ts';
import { classesOfVerb } from '../manifest/verb-lexicon.ts';
import { splitWords, stem } from '../manifest/split-words.ts';
import { normalizeValue } from './normalize-text.ts';
import type { FieldEntry, ResultIndex } from './result-index.ts';
import type { UserWords } from './user-words.ts';

/** The parts of a run's history in which a value is traced. */
export interface TraceableHistory {
  readonly user: UserWords;
  readonly results: ResultIndex;
  isSessionValue(value: string): boolean;
  isAdvised(value: string): boolean;
}

/** The origin of a value and, if a tool returned it, the tool. */
export interface TracedValue {
  readonly origin: ValueOrigin;
  readonly tool?: string | undefined;
  /** The person who approved the value. */
  readonly by?: string | undefined;
  /** The sender of a message chose the value, and the user named neither it nor its field. */
  readonly isChosenBySender?: boolean;
}

const USER: TracedValue = { origin: 'user' };
const SESSION: TracedValue = { origin: 'session' };
const DERIVED: TracedValue = { origin: 'derived' };
const MODEL: TracedValue = { origin: 'model' };

/** Traces one value of the arguments to its origin. A value with several origins gets the most trusted one. */
export function traceValue(
  history: TraceableHistory,
  value: string | number,
  role: ControlRole,
): TracedValue {
  const text = normalizeValue(String(value));
  if (text === '') return USER;
  const number = typeof value === 'number' ? value : readWholeNumber(text);
  // A 19 in the user's date does not name file 19. Only amounts are compared by value.
  if (role === 'amount' && number !== undefined && history.user.hasNumber(Math.abs(number))) return USER;
  if (isFromUser(history.user, text, role)) return USER;
  if (history.isSessionValue(text)) return SESSION;
  if (ADVISED_ROLES.has(role) && history.isAdvised(text)) return { origin: 'instructions' };
  const field = fromFields(history, text, role);
  if (field !== undefined) return field;
  if (number === undefined && isComposed(history, text, role)) return DERIVED;
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

/** What the developer of an agent may fix: where something goes, but no amount, command or credential. */
const ADVISED_ROLES: ReadonlySet<ControlRole> = new Set(['recipient', 'account', 'url', 'path', 'target']);

const RANK: readonly ValueOrigin[] = ['trusted', 'anchored', 'lookup', 'field'];

function fromFields(history: TraceableHistory, text: string, role: ControlRole): TracedValue | undefined {
  let best: TracedValue | undefined;
  for (const entry of history.results.fieldsOf(text)) {
    const origin = originOf(history.user, entry, text, role);
    if (origin === undefined) continue;
    if (best === undefined || RANK.indexOf(origin) < RANK.indexOf(best.origin))
      best = {
        origin,
        tool: entry.tool,
        ...(isChosenBySender(entry, origin, text) ? { isChosenBySender: true } : {}),
      };
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
  // A link in running text counts as prose unless the user named its record.
  if (entry.place === 'mention') return isNamed && role === 'url' ? 'anchored' : undefined;
  if (entry.place === 'line') return role === 'target' || role === 'path' ? 'field' : undefined;
  if (isNamed) return 'anchored';
  // A document that was looked up may contain any account number: it is not the account that the user means.
  return entry.isLookup && !(role === 'account' && isAccountNumber(text)) ? 'lookup' : 'field';
}

/**
 * Returns whether the user named this record: its key, its name-like fields or the value share a distinctive word with
 * the user's text.
 */
function isNamedByUser(user: UserWords, entry: FieldEntry, text: string, role: ControlRole): boolean {
  // The sender of a message chooses what it contains, so that it names no account and no code, and no address besides a name.
  if (CHOSEN_ROLES.has(role) && isMessage(entry.record)) return false;
  if (isKeyNamed(user, entry) || isListedRoom(user, entry) || isAnswered(user, entry)) return true;
  if (role === 'recipient') return isPersonNamed(user, entry, text);
  // A message that the user named does not make its other fields the user's.
  if (entry.place === 'field' && isMessage(entry.record) && !isMadeByServer(entry.record, entry.key, text))
    return mentionsAny(user, splitWords(text).map(stem));
  if (mentionsAny(user, entry.record.names)) return true;
  // A sender of money can choose the text beside an account, so only a name identifies it.
  if (role === 'account' || entry.place === 'mention') return false;
  return mentionsAny(user, [...entry.record.words, ...(entry.record.parent?.names ?? [])]);
}

const mentionsAny = (user: UserWords, words: readonly string[]) =>
  words.some((word) => isDistinctive(word) && user.mentions(word));

function isKeyNamed(user: UserWords, { key, tool }: FieldEntry): boolean {
  const listed = key === '' ? headNoun(tool) : '';
  return mentionsAny(user, listed === '' ? splitWords(key).map(stem) : [listed]);
}

/** Names that a tool lists are the user's when the user mentions such things: "the team's channel", in any language. */
const isListedRoom = (user: UserWords, { key, tool, record }: FieldEntry) =>
  user.speaksOfFamily('channel') && LISTED_NAME.test(key) && !isMessage(record) && listsRooms(tool);

/** The user asks to answer, and this is the sender, or a message of a sender that the user named. */
const isAnswered = (user: UserWords, { key, record }: FieldEntry) =>
  asksToAnswer(user) && (SENDER_KEY.test(key) || (isMessage(record) && mentionsAny(user, record.names)));

function isPersonNamed(user: UserWords, { key, record, isLookup }: FieldEntry, text: string): boolean {
  // A title of a document is not the name of a person.
  if (isMessage(record) || !ADDRESS_KEY.test(key)) return false;
  if (isLookup && isPartySpokenOf(user, record)) return true;
  const local = text.includes('@') ? text.slice(0, text.indexOf('@')) : text;
  return mentionsAny(user, [...local.split(/[^a-z0-9]+/).map(stem), ...record.names]);
}

/** The user mentions "the customer", and the record that was looked up has a customer. */
function isPartySpokenOf(user: UserWords, { keys }: FieldEntry['record']): boolean {
  return keys.some(
    (key) =>
      PARTY.test(key) &&
      (user.mentions(key.toLowerCase()) ||
        familiesOfNoun(key.toLowerCase()).some((family) => user.speaksOfFamily(family))),
  );
}

const PARTY = /^(?:customer|client|guest|patient|tenant|member|buyer)$/i;

/** An unknown person wrote the record, and chose the name in it: a message, an application, an answer to a survey, an invitation. */
function isMessage({ keys }: FieldEntry['record']): boolean {
  return (
    keys.some((key) => SELF_NAMED.test(key)) ||
    (keys.includes('from') && !keys.includes('to')) ||
    (keys.some((key) => MESSAGE_SENDER.test(key)) && keys.some((key) => MESSAGE_TEXT.test(key)))
  );
}

/** Ids of a message are made by its server. Every other field is what the sender wrote. */
function isChosenBySender({ record, key, place }: FieldEntry, origin: ValueOrigin, text: string): boolean {
  return (
    place === 'field' &&
    (origin === 'field' || origin === 'lookup') &&
    isMessage(record) &&
    !isMadeByServer(record, key, text)
  );
}

/** Ids have such a key, or they are short codes that open their record: `{ case: 'c-201', from: … }`. */
function isMadeByServer({ keys }: FieldEntry['record'], key: string, text: string): boolean {
  return SERVER_KEY.test(key) || (keys[0] === key && SHORT_CODE.test(text));
}

const SHORT_CODE = /^#?[a-z]{0,5}[-_]?\d{1,8}$/;

const SERVER_KEY = /(?:^|_)(?:id|ids|key|number|no|nr|ts|ref|uid|uuid)$|Id$/;

const CHOSEN_ROLES: ReadonlySet<ControlRole> = new Set(['account', 'credential']);
const SELF_NAMED =
  /^(?:sender|sender_?name|applicant|respondent|payer|payer_?name|requester|requested_?by|submitter|submitted_?by|organi[sz]er|invited_?by|commenter|reviewer|visitor|caller|bidder|posted_?by|uploaded_?by|shared_?by)$/i;
const MESSAGE_SENDER =
  /^(?:from|sender|sender_?name|from_?name|author|user|customer|client|guest|差出人|送信者)$/i;
const MESSAGE_TEXT =
  /^(?:subject|body|snippet|text|message|messages|preview|content|comment|件名|本文|コメント)$/i;
const ADDRESS_KEY =
  /mail|address|phone|tel|mobile|user|handle|login|account|contact|slack|line|channel|talk|agent|name|recipient|number|member|person|people|attendee|participant|owner|team|list|room|group|key|renraku|denwa|beonho|dianhua|telefon|handy|kontakt|adresse|courriel|correo|direcci|^id$|[_-]?id$|Id$|^to$|^$|宛先|連絡先|電話|연락처|전화|번호|电话|邮箱/i;
const SENDER_KEY = /^(?:sender|from|author|reply_?to)(?:_?(?:email|address))?$/i;

function asksToAnswer(user: UserWords): boolean {
  return (
    ['reply', 'respond', 'answer'].some((verb) => user.asksWith(verb)) ||
    (user.asksForClass('send') && user.matches(ANSWER))
  );
}

/** To answer, in the other languages whose requests are understood. */
const ANSWER = /返信|返事|返答|回答|回复|回覆|答复|回信|답장|회신|antwort|r[ée]pon|respond|contest/;

const LISTED_NAME = /^(?:(?:channel|room|group)?_?name|channel|room|group|)$/i;

const listsRooms = (tool: string) => familiesOfNoun(headNoun(tool)).includes('channel');

/** A bare list has no key. The items that `get_channels` lists are channels. */
function headNoun(tool: string): string {
  const words = splitWords(tool);
  const end = words.findIndex((word) => /^(?:in|of|for|by|from|at|on)$/.test(word));
  return stem(
    (end < 0 ? words : words.slice(0, end)).findLast((word) => classesOfVerb(word).length === 0) ?? '',
  );
}

/** Returns whether a word is long and rare enough to identify something. */
export function isDistinctive(word: string): boolean {
  return word.length >= (/^[\x20-\x7e]*$/.test(word) ? 3 : 2) && !COMMON.has(word);
}

const COMMON: ReadonlySet<string> = new Set(
  `the and for with from that this you your have are was were not but all any can our out his her its who get has him how man new now
  old see two way did use one about into over than then them they will would could should there their what when which while please true
  false none null name type status email mail user date time text value title info data list item number want need also make like just
  com org net www http https gmail mention key`.split(/\s+/),
);

/** Returns whether all parts of a path or a list are known: "reports/2024/summary.txt". */
function isComposed(history: TraceableHistory, text: string, role: ControlRole): boolean {
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

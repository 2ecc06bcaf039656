import { baseVerb, classesOfVerb } from '../manifest/verb-lexicon.ts';
import { foreignRequests, isDelegatedIn, japaneseRequests } from '../languages/read-requests.ts';
import type { Request } from './request.ts';

const MAX_REQUESTS = 200;

/**
 * Finds the requests in a normalized text, in English and Japanese. It is used for the user's text and for untrusted
 * text.
 */
export function parseRequests(text: string): Request[] {
  const requests: Request[] = [];
  const pattern = /[a-z][a-z']*|[.!?\n;:,()*•-]/g;
  const before: string[] = ['', '', ''];
  let sentenceStart = 0;
  let openSince = 0;
  for (
    let match = pattern.exec(text);
    match !== null && requests.length < MAX_REQUESTS;
    match = pattern.exec(text)
  ) {
    const word = match[0];
    if (isSentenceEnd(word, text, match.index)) {
      closeSentence(requests, openSince, match.index);
      openSince = requests.length;
      sentenceStart = match.index + 1;
      shift(before, '.');
      continue;
    }
    const verb = baseVerb(word);
    if (verb !== undefined && isRequested(word, verb, before)) {
      const meant = LIGHT_VERBS.has(verb) ? verbOfPhrase(text, match.index + word.length) : undefined;
      const verbMeant = meant ?? verb;
      // "Tell me" asks for an answer, not for a message to other people.
      const isToSpeaker =
        ANSWERS.has(verb) &&
        /^ (?:me|us)\b/.test(text.slice(match.index + word.length, match.index + word.length + 4));
      requests.push({
        verb: verbMeant,
        classes: isToSpeaker ? ['read'] : classesOfVerb(verbMeant),
        from: sentenceStart,
        to: text.length,
      });
    }
    shift(before, word);
  }
  closeSentence(requests, openSince, text.length);
  requests.push(...japaneseRequests(text));
  return requests;
}

/** Finds the requests in the user's text, in all languages of the lexicon and in everyday English phrases. */
export function parseUserRequests(text: string): Request[] {
  const requests = [...parseRequests(text), ...foreignRequests(text)];
  for (const [pattern, verb] of PHRASES)
    if (pattern.test(text)) requests.push({ verb, classes: classesOfVerb(verb), from: 0, to: text.length });
  return requests;
}

/** Phrases whose verb does not name the action. */
const PHRASES: readonly (readonly [pattern: RegExp, verb: string])[] = [
  [
    /\blet (?!me\b|us\b)[\w' -]{1,40}? know\b|\bgive [\w' ]{1,30} a (?:heads[- ]?up|call|ring|shout)\b/,
    'notify',
  ],
  [
    /\bget back to\b|\bwrite (?:back|to)\b|\breach out to\b|\bdrop [\w' ]{1,30} a (?:line|note|message)\b/,
    'reply',
  ],
  [/\bpass (?:it|this|that|the [\w ]{1,30}) (?:on|along)\b|\bfill [\w' ]{1,20} in on\b/, 'forward'],
  [/\bsign (?:me|us|him|her|them) up\b|\bsign up (?:for|to)\b/, 'register'],
  [/\b(?:tick|check|cross)(?: \w+){0,3}? off\b|\btick\b/, 'mark'],
  [/\b(?:put|push)(?: \w+){0,4}? (?:off|back)\b|\bbring(?: \w+){0,4}? forward\b/, 'reschedule'],
  [/\b(?:put|pencil|jot|note|write)(?: \w+){0,6}? (?:in|into|down)\b/, 'add'],
  [
    /\bget rid of\b|\bcall(?: \w+){0,3}? off\b|\bthrow(?: \w+){0,3}? away\b|\btake(?: \w+){0,3}? down\b/,
    'remove',
  ],
  [/\bgive [\w'@. -]{1,40}? (?:access|rights?|permissions?)\b/, 'grant'],
  [/\bwrap up\b|\bhand(?: \w+){0,3}? over\b|\bclose(?: \w+){0,2}? out\b/, 'complete'],
];

/** "Make a reservation" means to reserve, "place an order" to buy. */
function verbOfPhrase(text: string, at: number): string | undefined {
  const noun = PHRASE.exec(text.slice(at, at + 60))?.[1];
  return noun === undefined ? undefined : VERB_OF_NOUN.get(noun);
}

const ANSWERS: ReadonlySet<string> = new Set(['tell', 'inform', 'ask', 'answer', 'notify']);
const LIGHT_VERBS: ReadonlySet<string> = new Set([
  'make',
  'place',
  'do',
  'complete',
  'initiate',
  'submit',
  'create',
  'set',
  'schedule',
]);
const PHRASE =
  /^ (?:me |us |him |her |them )?(?:an? |the |my |another )?(?:[a-z]+ )?(reservation|booking|payment|transaction|transfer|purchase|order|donation|deposit)\b/;
const VERB_OF_NOUN: ReadonlyMap<string, string> = new Map([
  ['reservation', 'reserve'],
  ['booking', 'book'],
  ['payment', 'pay'],
  ['transaction', 'pay'],
  ['transfer', 'transfer'],
  ['purchase', 'purchase'],
  ['order', 'order'],
  ['donation', 'donate'],
  ['deposit', 'deposit'],
]);

/** Returns whether the user delegates the decision: "do what the mail says", 「メールの指示どおりに」. */
export function isDelegation(text: string): boolean {
  return DELEGATION.test(text) || isDelegatedIn(text);
}

const DELEGATION =
  /\b(?:do|follow|complete|perform|carry out|execute|handle|take care of|act on|finish|process)\b[^.?!\n]{0,60}?\b(?:tasks?|to-?dos?|actions?|instructions?|steps|requests?|what(?:ever)? (?:it|the|they|he|she|is)|everything)\b/;

function closeSentence(requests: Request[], since: number, end: number): void {
  for (let index = since; index < requests.length; index += 1) {
    const request = requests[index];
    if (request !== undefined) requests[index] = { ...request, to: end };
  }
}

/** A full stop inside an address or a number does not end the sentence. */
function isSentenceEnd(mark: string, text: string, at: number): boolean {
  if (mark === '\n' || mark === '!' || mark === '?' || mark === ';') return true;
  return mark === '.' && /\s|^$/.test(text.charAt(at + 1));
}

function isRequested(word: string, verb: string, before: readonly string[]): boolean {
  const [third = '', second = '', previous = ''] = before;
  if (isNegated(third, second, previous)) return false;
  if (DETERMINERS.has(previous)) return false;
  // "Remind me to book it" asks for a reminder, not for a booking.
  if (previous === 'to' && (third.startsWith('remind') || second.startsWith('remind'))) return false;
  if (word === verb) return isImperative(verb, previous);
  if (word.endsWith('ing')) return !NOUN_LIKE.has(verb) || GERUND_CUES.has(previous);
  return previous === 'be' || previous === 'get';
}

/** A word that can be a noun needs a cue before it: "please book", but not "a book". */
function isImperative(verb: string, previous: string): boolean {
  if (!NOUN_LIKE.has(verb)) return !SUBJECTS.has(previous);
  return CUES.has(previous) || (previous.endsWith('ly') && previous.length > 4);
}

/** A negation applies to the next words, but not beyond a comma or a full stop. */
function isNegated(third: string, second: string, previous: string): boolean {
  if (NEGATIONS.has(previous)) return true;
  if (/^[^a-z]/.test(previous)) return false;
  if (NEGATIONS.has(second)) return true;
  return !/^[^a-z]/.test(second) && NEGATIONS.has(third);
}

function shift(before: string[], word: string): void {
  before.shift();
  before.push(word);
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const NEGATIONS = set(`not don't never without cannot can't won't doesn't didn't nothing`);
const DETERMINERS = set(
  'the a an my your his her its our their this that these those any each every no some of for from in on last latest recent new',
);
const SUBJECTS = set('he she they who which it');
const GERUND_CUES = set('by for mind start try and of are is am');
const CUES: ReadonlySet<string> = new Set([
  '',
  ...set(
    `. , : ; ( ) * • - please to and then you also or just kindly now can could would will should must me let let's us i'd want help
    need gotta first next finally i we so i'll we'll instead again`,
  ),
]);
const NOUN_LIKE = set(
  `email mail message text post order book schedule share transfer list tag comment note record report call contact file plan
  charge deposit refund trade tip bet fund bill rent reply invite mention review search look view track run lock block access
  control park program script shell set log purchase copy draft update release return start exchange check wire ban permit rate
  like play tweet go fix open close clear empty drive change show display format mark label pin star flag answer print plot
  draw know think like save void drop stake bid void fax ping dial top wire switch shift return trigger ring cool heat press
  end request claim use turn download upload file import export clone fork build produce trash reserve return place exchange`,
);

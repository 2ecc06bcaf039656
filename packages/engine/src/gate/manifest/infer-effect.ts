import type { ArgumentRole, Effect } from '../../wire/tool-manifest.ts';
import { foreignFamilies, foreignRequests, japaneseRequests } from '../languages/read-requests.ts';
import {
  CHANGES,
  CHARGES,
  CHECKS,
  CHECK_WORDS,
  COMPUTES,
  DATABASE,
  DESCRIBES,
  FILLERS,
  FREE,
  FURTIVE,
  GUARDED,
  INFORMATION,
  PAGE_ACTIONS,
  PAGE_MOVES,
  PAGE_NOUNS,
  PAGE_PARTS,
  PAGE_VERBS,
  PASSES_ON,
  PREPOSITIONS,
  SECOND_ACTIONS,
  SENDING,
  WRITTEN_ROLES,
} from './effect-words.ts';
import { effectOfVerb, gravest, type Wording } from './effect-of-verb.ts';
import { familiesOfNoun } from './noun-lexicon.ts';
import { splitWords, stem } from './split-words.ts';
import { baseVerb, classesOfVerb, EFFECT_OF_VERB, type VerbClass } from './verb-lexicon.ts';

/** The effect of a tool according to its wording, and the verb that determines it. */
export interface WordedEffect {
  readonly effect: Effect;
  readonly verbs: readonly string[];
  readonly classes: readonly VerbClass[];
  readonly nouns: readonly string[];
  /** The families of the nouns in a description in another language than English. */
  readonly families: readonly string[];
  /** The tool types or clicks in an open page, so that the page determines what happens. */
  readonly isPageAction: boolean;
  /** No word of the name determines the effect; at most the description does. */
  readonly isVague: boolean;
  /** The tool passes statements to a database. */
  readonly takesStatements: boolean;
}

/** Infers the effect of a tool from its name and description. A tool without a known verb counts as a write. */
export function inferEffect(
  name: string,
  description: string,
  roles: readonly ArgumentRole[],
  argumentNames: readonly string[] = [],
): WordedEffect {
  const words = splitWords(name);
  const lead = leadVerb(description, words);
  const takesNothing = !roles.some((role) => WRITTEN_ROLES.has(role));
  // The last word of `room_log` is a noun: a request would begin with the verb.
  const isNoun = (word: string, index: number) =>
    takesNothing && lead === undefined && index > 0 && INFORMATION.has(word);
  const nameVerbs = words.filter((word, index) => classesOfVerb(word).length > 0 && !isNoun(word, index));
  const verb = mainVerb(nameVerbs, lead);
  const foreign = verb === undefined ? describedClasses(description, roles) : [];
  // The name of a tool that is described in another language is not an English noun.
  const names = foreign.length > 0 ? [] : words.filter((word) => word !== verb && !LIGHT_VERBS.has(word));
  const nouns = [...new Set(names.map(stem))];
  // A name without a verb says little, so that the first sentence of the description adds its nouns.
  const isShort = nameVerbs.length === 0 || words.length === 1;
  const wording: Wording = {
    nouns: new Set([...nouns, ...(isShort ? nounsOfDescription(description) : [])]),
    roles: new Set(roles),
    description: description.toLowerCase(),
  };
  const isResult = takesNothing && isNamedAfterResult(words, description);
  const isPlainRead = isInspection(words, description, wording);
  const named = isPlainRead ? 'read' : effectOfVerb(verb, foreign, wording);
  const worded =
    named ??
    spoken(effectOfVerb(lead, [], wording), wording) ??
    (DESCRIBES.test(description) || isResult ? 'read' : 'write');
  const effect = describedEffect(worded, description, argumentNames);
  const verbs = specificVerbs(verb, lead);
  return {
    effect,
    verbs,
    classes: [...new Set([...foreign, ...verbs.flatMap((item) => [...classesOfVerb(item)])])],
    nouns,
    families: [
      ...foreignFamilies(description.toLowerCase()),
      ...familiesByShape(effect, roles, argumentNames),
    ],
    isPageAction: isPageAction(words),
    isVague: nameVerbs.length === 0 && !isPlainRead && !isResult,
    takesStatements: DATABASE.test(`${words.join(' ')} ${description.slice(0, 400)}`),
  };
}

function specificVerbs(verb: string | undefined, lead: string | undefined): string[] {
  const isLeadSpecific = lead !== undefined && (verb === undefined || !LIGHT_VERBS.has(lead));
  return [...new Set([verb, isLeadSpecific ? lead : undefined].filter((item) => item !== undefined))];
}

const nounsOfDescription = (description: string) =>
  splitWords(description.split(/[.。]/, 1)[0] ?? '').map(stem);

/** Returns the effect of a tool after its description was read: it can only be graver than the name says. */
function describedEffect(worded: Effect, description: string, argumentNames: readonly string[]): Effect {
  if (FURTIVE.test(description.slice(0, 300))) return 'admin';
  // A reader that passes its result on to other people sends.
  const isPassedOn = worded === 'read' && argumentNames.some((argument) => PASSES_ON.test(argument));
  const stated = isPassedOn ? 'send' : worded;
  return gravest([stated, ...hiddenEffects(description, stated)]) ?? stated;
}

/** What a description adds to the verb of the name: a charge, or a second action of a tool that looks like a reader. */
function hiddenEffects(text: string, stated: Effect): Effect[] {
  const description = text.slice(0, 400);
  const effects: Effect[] = [];
  if (stated !== 'read' && CHARGES.test(description) && !FREE.test(description)) effects.push('spend');
  const second = stated === 'read' ? SECOND_ACTIONS : stated === 'write' ? SENDING : undefined;
  if (second !== undefined)
    for (const [, word = ''] of description.matchAll(/(?:\band|\bthen|[.;]) ([A-Za-z]+)\b/g)) {
      const verb = baseVerb(word.toLowerCase());
      const isVerb = verb !== undefined && (word.toLowerCase() === verb || word.toLowerCase() === `${verb}s`);
      if (isVerb && second.has(verb))
        effects.push(...classesOfVerb(verb).map((item) => EFFECT_OF_VERB[item]));
    }
  return effects;
}

/** `members`, `accountOverview`: a name without a verb whose last word is a plural or a word for information. */
function isNamedAfterResult(words: readonly string[], description: string): boolean {
  const last = words.findLast((word) => !PREPOSITIONS.has(word)) ?? '';
  const isPlural = last.length > 3 && stem(last) !== last;
  return (
    (isPlural || INFORMATION.has(last)) &&
    !words.some((word) => GUARDED.has(stem(word)) || isDevice(stem(word))) &&
    !CHANGES.test(description)
  );
}

/** `lights` may switch them. */
const isDevice = (noun: string) =>
  familiesOfNoun(noun).some((family) => family === 'entry' || family === 'device');

/** What a tool is about according to its arguments: something with a start and an end, a file, or a text for a recipient. */
function familiesByShape(
  effect: Effect,
  roles: readonly ArgumentRole[],
  argumentNames: readonly string[],
): string[] {
  const names = new Set(argumentNames.flatMap(splitWords));
  const families: string[] = [];
  if (effect !== 'read' && names.has('start') && names.has('end')) families.push('calendar');
  if (effect === 'write' && roles.includes('path')) families.push('file');
  if (effect === 'send' && roles.includes('recipient') && roles.includes('content')) families.push('message');
  return families;
}

/** The classes of the verbs in a description in another language than English. */
function describedClasses(text: string, roles: readonly ArgumentRole[]): VerbClass[] {
  const description = text.slice(0, 400).toLowerCase();
  const classes = [...japaneseRequests(description), ...foreignRequests(description)].flatMap(
    (each) => each.classes,
  );
  // A tool that shows a text of the caller may publish it.
  return [...new Set(classes)].filter((item) => item !== 'read' || !roles.includes('content'));
}

function isPageAction(words: readonly string[]): boolean {
  const others = words.filter((word) => !FILLERS.has(word));
  return (
    others.some((word) => PAGE_ACTIONS.has(word)) &&
    others.every((word) => PAGE_ACTIONS.has(word) || PAGE_PARTS.has(stem(word)))
  );
}

/**
 * Opening a page, moving around in it and checking a project return something and change nothing. A tool that takes a
 * command or names another action is not such a tool.
 */
function isInspection(words: readonly string[], description: string, { roles, nouns }: Wording): boolean {
  if (roles.has('command') || roles.has('recipient') || roles.has('account')) return false;
  const others = words.filter((word) => !FILLERS.has(word));
  if (others.length === 0 || CHANGES.test(description)) return false;
  if (others.every((word) => COMPUTES.has(word))) return true;
  if (roles.has('content')) return false;
  const isMove = others.every((word) => PAGE_MOVES.has(word));
  return isMove || (nouns.size > 0 && opensPage(others)) || checksProject(others);
}

const opensPage = (words: readonly string[]) =>
  words.length > 1 &&
  words.some((word) => PAGE_VERBS.has(word)) &&
  words.every((word) => PAGE_VERBS.has(word) || PAGE_NOUNS.has(stem(word)));

const checksProject = (words: readonly string[]) =>
  words.some((word) => CHECKS.has(stem(word))) && words.every((word) => CHECK_WORDS.has(stem(word)));

/** Verbs without a specific meaning: to "make a reservation" is to reserve. */
const LIGHT_VERBS: ReadonlySet<string> = new Set(['make', 'get', 'set', 'put', 'place', 'manage', 'handle']);

/** "Sends a command to the lamp" is a change, not a message, unless it has a recipient. */
function spoken(effect: Effect | undefined, wording: Wording): Effect | undefined {
  if (effect !== 'send') return effect;
  return wording.roles.has('recipient') || wording.roles.has('url') ? 'send' : 'write';
}

/**
 * The first verb of a name may be part of a brand ("SmartLock…"), so a later verb takes precedence if the description agrees
 * with it.
 */
function mainVerb(nameVerbs: readonly string[], lead: string | undefined): string | undefined {
  if (lead === undefined) return nameVerbs[0];
  const leadClasses = classesOfVerb(lead);
  return (
    nameVerbs.find((verb) => classesOfVerb(verb).some((item) => leadClasses.includes(item))) ?? nameVerbs[0]
  );
}

/** The verb that opens one of the first sentences of a description: "Sends an e-mail to …". */
function leadVerb(description: string, name: readonly string[]): string | undefined {
  for (const sentence of description.slice(0, 400).split(/[.:;。\n]/, 4)) {
    const words = splitWords(sentence);
    for (const [index, word] of words.slice(0, 3).entries()) {
      const verb = baseVerb(word);
      // "Comments on a post" describes `comments_on` by a noun, and "Text of the page" `page_text`.
      const isFollowed = PREPOSITIONS.has(words[index + 1] ?? '');
      const isNoun = name.includes(word) && (word !== verb || (INFORMATION.has(word) && isFollowed));
      if (verb !== undefined && !isNoun && (word === verb || word.endsWith('s'))) return verb;
    }
  }
  return undefined;
}

import type { ArgumentRole, Effect } from '../../wire/tool-manifest.ts';
import { EFFECTS } from '../../wire/tool-manifest.ts';
import { foreignFamilies, foreignRequests, japaneseRequests } from '../languages/read-requests.ts';
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
  const nameVerbs = words.filter((word) => classesOfVerb(word).length > 0);
  const lead = leadVerb(description);
  const verb = mainVerb(nameVerbs, lead);
  const foreign = verb === undefined ? describedClasses(description, roles) : [];
  const classes = verb === undefined ? foreign : classesOfVerb(verb);
  // The name of a tool that is described in another language is not an English noun.
  const names = foreign.length > 0 ? [] : words.filter((word) => word !== verb && !LIGHT_VERBS.has(word));
  const nouns = [...new Set(names.map(stem))];
  // A name without a verb says little, so that the first sentence of the description adds its nouns.
  const described =
    nameVerbs.length === 0 || words.length === 1 ? splitWords(description.split(/[.。]/, 1)[0] ?? '') : [];
  const context = {
    nouns: new Set([...nouns, ...described.map(stem)]),
    roles: new Set(roles),
    description: description.toLowerCase(),
  };
  const candidates = classes.map((item) => effectIn(item, verb ?? '', context));
  const leadEffects =
    lead === undefined ? [] : classesOfVerb(lead).map((item) => effectIn(item, lead, context));
  const isPlainRead = isInspection(words, description, context);
  const named = isPlainRead ? 'read' : gravest(candidates);
  // The first verb of a name may be part of a brand ("SmartLock…"), so a description that agrees with a later verb
  // takes precedence.
  const worded =
    named ?? spoken(gravest(leadEffects), context) ?? (DESCRIBES.test(description) ? 'read' : 'write');
  // A reader that passes its result on to other people sends.
  const isPassedOn = worded === 'read' && argumentNames.some((argument) => PASSES_ON.test(argument));
  const stated = isPassedOn ? 'send' : worded;
  const effect = FURTIVE.test(description.slice(0, 300))
    ? 'admin'
    : (gravest([stated, ...hiddenEffects(description, stated)]) ?? stated);
  const isLeadSpecific = lead !== undefined && (verb === undefined || !LIGHT_VERBS.has(lead));
  const verbs = [...new Set([verb, isLeadSpecific ? lead : undefined].filter((item) => item !== undefined))];
  return {
    effect,
    verbs,
    classes: [...new Set([...foreign, ...verbs.flatMap((item) => [...classesOfVerb(item)])])],
    nouns,
    families: [...foreignFamilies(description.toLowerCase())],
    isPageAction: isPageAction(words),
    isVague: nameVerbs.length === 0 && !isPlainRead,
    takesStatements: DATABASE.test(`${words.join(' ')} ${description.slice(0, 400)}`),
  };
}

/** What a description adds to the verb of the name: a charge, or a second action of a tool that looks like a reader. */
function hiddenEffects(text: string, stated: Effect): Effect[] {
  const description = text.slice(0, 400);
  const effects: Effect[] = [];
  if (stated !== 'read' && CHARGES.test(description) && !FREE.test(description)) effects.push('spend');
  if (stated === 'read')
    for (const [, word = ''] of description.matchAll(/(?:\band|\bthen|[.;]) ([A-Za-z]+)\b/g)) {
      const verb = baseVerb(word.toLowerCase());
      const isVerb = verb !== undefined && (word.toLowerCase() === verb || word.toLowerCase() === `${verb}s`);
      if (isVerb && SECOND_ACTIONS.has(verb))
        effects.push(...classesOfVerb(verb).map((item) => EFFECT_OF_VERB[item]));
    }
  return effects;
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
  if (others.length > 0 && others.every((word) => COMPUTES.has(word)) && !CHANGES.test(description))
    return true;
  if (roles.has('content')) return false;
  const isPage =
    others.length > 1 && others.every((word) => PAGE_VERBS.has(word) || PAGE_NOUNS.has(stem(word)));
  const opens = isPage && others.some((word) => PAGE_VERBS.has(word)) && nouns.size > 0;
  const isMove = others.length > 0 && others.every((word) => PAGE_MOVES.has(word));
  const isCheck = others.length > 0 && others.every((word) => CHECK_WORDS.has(stem(word)));
  return (
    (opens || isMove || (isCheck && others.some((word) => CHECKS.has(stem(word))))) &&
    !CHANGES.test(description)
  );
}

/** Verbs without a specific meaning: to "make a reservation" is to reserve. */
const LIGHT_VERBS: ReadonlySet<string> = new Set(['make', 'get', 'set', 'put', 'place', 'manage', 'handle']);

/** "Sends a command to the lamp" is a change, not a message, unless it has a recipient. */
function spoken(effect: Effect | undefined, wording: Wording): Effect | undefined {
  if (effect !== 'send') return effect;
  return wording.roles.has('recipient') || wording.roles.has('url') ? 'send' : 'write';
}

interface Wording {
  readonly nouns: ReadonlySet<string>;
  readonly roles: ReadonlySet<ArgumentRole>;
  readonly description: string;
}

function effectIn(verbClass: VerbClass, verb: string, wording: Wording): Effect {
  const matches = (list: ReadonlySet<string>) => [...wording.nouns].some((noun) => list.has(noun));
  const effect = EFFECT_OF_VERB[verbClass];
  const hasMoney = matches(MONEY) || wording.roles.has('account') || wording.roles.has('amount');
  // An answer to the user is no message; an answer to a ticket is one.
  const hasReceiver = wording.roles.has('recipient') || wording.roles.has('target');
  if (verbClass === 'read' || (verb === 'answer' && !hasReceiver)) return 'read';
  if (matches(GUARDED) && verbClass !== 'send') return 'admin';
  if (effect === 'spend') return hasMoney || !AMBIGUOUS_SPEND.has(verb) ? 'spend' : 'write';
  if (matches(MONEY)) return 'spend';
  if (verbClass === 'make' && (matches(PURCHASE) || wording.roles.has('account'))) return 'spend';
  if (verbClass === 'make' && matches(PUBLIC) && !wording.nouns.has('draft')) return 'send';
  if (verbClass === 'book' && (wording.roles.has('account') || wording.roles.has('amount'))) return 'spend';
  if (effect === 'execute') return runsCode(verb, wording) ? 'execute' : 'write';
  if (verb === 'withdraw') return hasMoney ? 'spend' : 'delete';
  return effect;
}

function runsCode(verb: string, wording: Wording): boolean {
  if (verb !== 'run' && verb !== 'launch' && verb !== 'invoke') return true;
  return (
    wording.roles.has('command') ||
    /\b(?:(?:sub)?commands?|scripts?|code|programs?|shell|process|workflows?|flows?)\b/.test(
      wording.description,
    )
  );
}

function mainVerb(nameVerbs: readonly string[], lead: string | undefined): string | undefined {
  if (lead === undefined) return nameVerbs[0];
  const leadClasses = classesOfVerb(lead);
  return (
    nameVerbs.find((verb) => classesOfVerb(verb).some((item) => leadClasses.includes(item))) ?? nameVerbs[0]
  );
}

/** The verb that opens one of the first sentences of a description: "Sends an e-mail to …". */
function leadVerb(description: string): string | undefined {
  for (const sentence of description.slice(0, 400).split(/[.:;。\n]/, 4)) {
    for (const word of splitWords(sentence).slice(0, 3)) {
      const verb = baseVerb(word);
      if (verb !== undefined && (word === verb || word.endsWith('s'))) return verb;
    }
  }
  return undefined;
}

function gravest(effects: readonly Effect[]): Effect | undefined {
  return EFFECTS.toReversed().find((effect) => effects.includes(effect));
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(stem));

/** A description that only states what is returned. */
const DESCRIBES =
  /^\W*(?:this (?:tool|function|api) )?(?:provides?|offers?|returns?|gives?|supplies|contains?|delivers) /i;
/** A tool that describes itself as covert is severe, regardless of its effect. */
const FURTIVE =
  /\b(?:covertly|secretly|stealthily|illegally|maliciously)\b|without (?:the )?(?:user'?s? )?(?:permission|consent|knowledge)/i;
const CHARGES =
  /\b(?:is|are|be|gets?) charged\b|\bcharges? (?:the|your|a) |\bpays? (?:out|for)\b|\bbuys?\b|\bpurchases?\b|課金|決済|請求されます|abgebucht|belastet|débité|se cobra|결제|扣款/i;
const FREE = /without (?:charge|payment|paying)|free of charge|no charge|not charged|無料/i;
/** Verbs that have only one meaning in a description, so that a reader with one of them does more than to read. */
const SECOND_ACTIONS = new Set(
  'settle pay repair correct renew delete remove send forward publish share grant revoke unlock approve install purchase buy transfer overwrite archive'.split(
    ' ',
  ),
);
/** The words of tools that pass a statement to a database. */
const DATABASE =
  /\b(?:sql|nosql|databases?|db|mongo\w*|postgres\w*|mysql|sqlite|bigquery|snowflake|redshift|clickhouse|duckdb|warehouse|collections?|statements?)\b|データベース|数据库|데이터베이스|datenbank|base de (?:données|datos)/i;
const FILLERS = new Set('the a an of in to browser web tab'.split(' '));
/** Tools that compute something, and notes of the assistant to itself. */
const COMPUTES = new Set(
  'calculator calc converter translator dictionary clock scratchpad thinking think sequential'.split(' '),
);
const PAGE_ACTIONS = new Set('click type fill select tap press hover choose check input enter'.split(' '));
const PAGE_PARTS = set(
  'text element option field form button page key input box dropdown link value mouse keyboard page',
);
const PAGE_VERBS = new Set('open visit go navigate load view show'.split(' '));
const PAGE_NOUNS = set('page webpage website url link site article');
const PAGE_MOVES = new Set('scroll up down back forward go screenshot take page zoom wait'.split(' '));
const CHECKS = set('test lint linter typecheck typechecker');
const CHECK_WORDS = set(
  'run execute test lint linter typecheck typechecker type unit suite code project all check checker',
);
/** Words of a description that contradict a tool that only returns something. */
const CHANGES =
  /\b(?:fix(?:es)?|updat\w+|delet\w+|creat\w+|sav(?:e|es|ing)|submit\w*|send\w*|pay\w*|deploy\w*|publish\w*|unlock\w*|approv\w+|confirm\w*|arbitrary|command|script)\b|--fix/i;
/** Arguments that pass a result on to other people. */
const PASSES_ON = /^(?:share|forward|notify|send|copy|cc|bcc)_?(?:with|to|recipients?)?$/i;
const MONEY = set(
  'money payment transaction fund payout remittance iban bill cash refund crypto bitcoin ether currency',
);
const PURCHASE = set('order purchase donation subscription payment trade investment insurance');
const PUBLIC = set('post comment tweet message reply email invitation');
const GUARDED = set(
  `password passcode permission role privilege policy credential authentication firewall security factor 2fa mfa access
  ownership privacy sharing membership collaborator key certificate ssh dns payroll iam env infrastructure badge`,
);
const AMBIGUOUS_SPEND = set('transfer order fund charge tip top trade settle subscribe checkout renew bid');

import type { Intent } from '../../policy/call-facts.ts';
import { isGrave, type Effect } from '../../wire/tool-manifest.ts';
import type { WordedEffect } from '../manifest/infer-effect.ts';
import { familiesOfNoun } from '../manifest/noun-lexicon.ts';
import type { VerbClass } from '../manifest/verb-lexicon.ts';
import type { UserWords } from '../provenance/user-words.ts';

/** The comparison of the words of a tool with the words of the user, before the arguments are considered. */
export interface WordedIntent {
  readonly hasVerb: boolean;
  readonly hasEffect: boolean;
  readonly hasNoun: boolean;
  /** The tool makes something new, or only reads according to its name: it changes nothing besides what its arguments name. */
  readonly isMaking?: boolean;
}

/**
 * Compares the wording of a tool with the user's request. The arguments of a call can raise its effect; the verb of the
 * tool then does not describe the call.
 */
export function compareWording(
  tool: WordedEffect,
  effect: Effect,
  user: UserWords,
  isRaised = false,
): WordedIntent {
  const nouns = tool.isPageAction
    ? []
    : tool.nouns.filter((noun) => !EMPTY_NOUNS.has(noun) && noun.length > 1);
  const isNamed = isObjectNamed({ tool, nouns, effect }, user);
  // A tool whose name is only a verb ("transfer") does not restrict what it acts on.
  const hasNoun = isNamed || (nouns.length === 0 && tool.families.length === 0);
  // Whether a read was requested depends on its object only, so the requests of the user are not read.
  if (effect === 'read') return { hasVerb: false, hasEffect: false, hasNoun };
  const isMaker = tool.classes.length > 0 && tool.classes.every((item) => item === 'make');
  return {
    hasVerb: !isRaised && tool.verbs.some((verb) => user.asksWith(verb)),
    hasEffect: classesThatAsk(tool, effect, { isNamed, isRaised }, user).some((item) =>
      user.asksForClass(item),
    ),
    hasNoun,
    isMaking: effect === 'write' && (tool.effect === 'read' || isMaker),
  };
}

/** Returns whether the user mentions what the tool acts on. */
function isObjectNamed(
  { tool, nouns, effect }: { tool: WordedEffect; nouns: readonly string[]; effect: Effect },
  user: UserWords,
): boolean {
  const speaksOf = (noun: string) => familiesOfNoun(noun).some((family) => user.speaksOfFamily(family));
  const isMentioned = (noun: string) => user.mentions(noun) || speaksOf(noun);
  return (
    nouns.some(isMentioned) ||
    (nouns.length === 0 && tool.verbs.some(isMentioned)) ||
    tool.families.some((family) => user.speaksOfFamily(family)) ||
    // The noun can be the verb: "mail Ann" asks for a mail.
    (effect === 'send' && tool.verbs.some(speaksOf)) ||
    // A refund and a payment are about money, whatever the tool calls their object.
    (effect === 'spend' && user.speaksOfFamily('money')) ||
    (effect === 'admin' && user.speaksOfFamily('permission'))
  );
}

/** Returns the kinds of verbs with which this user would ask for a call of this effect. */
function classesThatAsk(
  tool: WordedEffect,
  effect: Effect,
  { isNamed, isRaised }: { isNamed: boolean; isRaised: boolean },
  user: UserWords,
): readonly VerbClass[] {
  const isOwnEffect = !isRaised && effect === 'write';
  // A request that matches the name of the tool covers the call, however severe the declared effect is.
  const isOwnWording = !isRaised && effect !== tool.effect && tool.classes.length > 0;
  return [
    ...(isOwnEffect ? [] : CLASSES_THAT_ASK_FOR[effect]),
    ...(isOwnEffect || isOwnWording ? classesForWrite(tool) : []),
    ...(isNamed ? CLASSES_THAT_ASK_WITH_NOUN[effect] : []),
    ...(effect === 'spend' && user.speaksOfFamily('money') ? CLASSES_THAT_ASK_WITH_MONEY : []),
  ];
}

/**
 * A change needs a verb of its own kind: a user who asks to note a hotel in the calendar has not asked to reserve it.
 */
function classesForWrite(tool: WordedEffect): readonly VerbClass[] {
  if (tool.isPageAction) return CLASSES_FOR_PAGE;
  if (tool.classes.length === 0 || tool.effect === 'read') return CLASSES_THAT_ASK_FOR.write;
  return tool.classes.flatMap((verbClass) => CLASSES_THAT_ASK_FOR_WRITE[verbClass]);
}

/** Any change can be made by filling in a page. */
const CLASSES_FOR_PAGE: readonly VerbClass[] = [
  'make',
  'change',
  'move',
  'book',
  'operate',
  'send',
  'spend',
  'delete',
];

const CLASSES_THAT_ASK_FOR_WRITE: Readonly<Record<VerbClass, readonly VerbClass[]>> = {
  read: [],
  make: ['make', 'book', 'change'],
  change: ['change', 'make', 'move', 'operate'],
  move: ['move', 'change', 'make'],
  book: ['book'],
  operate: ['operate', 'change'],
  send: ['send'],
  delete: ['delete'],
  spend: ['spend'],
  execute: ['execute', 'operate'],
  admin: ['admin', 'change'],
};

/** What the values of a call add to its wording. */
export interface NamedValues {
  /** The user wrote one of the control values. */
  readonly namesTarget: boolean;
  /** One of the values belongs to a record that the user named. */
  readonly namesRecord?: boolean;
  /** One of the control values comes from the text of a tool or has no origin. */
  readonly hasUntrusted: boolean;
  /** The user wrote the command itself. */
  readonly namesCommand: boolean;
  readonly isDelegating: boolean;
  readonly hasNoControl?: boolean;
  /** The user wrote every control value. */
  readonly namesAll?: boolean;
}

/** Returns how well the user's text covers this call. */
export function judgeIntent(worded: WordedIntent, effect: Effect, named: NamedValues): Intent {
  if (effect === 'read' ? worded.hasNoun || named.namesTarget : isAsked(worded, effect, named))
    return 'asked';
  if (named.isDelegating) return 'delegated';
  if (effect === 'read') return 'none';
  const { hasVerb, hasEffect, hasNoun } = worded;
  return hasVerb || hasEffect || (hasNoun && named.namesTarget) ? 'partial' : 'none';
}

function isAsked(worded: WordedIntent, effect: Effect, named: NamedValues): boolean {
  const { hasVerb, hasEffect, hasNoun } = worded;
  if (hasVerb && (hasNoun || named.namesTarget)) return true;
  if (effect === 'execute' && named.namesCommand) return true;
  if (!hasEffect) return false;
  // Nothing in such a call steers it: it writes down what the user asked to be written down.
  if (hasNoun || (worded.isMaking && named.hasNoControl === true)) return true;
  // For money and rights a verb of the family and a name are not sufficient: the object must be named too.
  const isNamed = named.namesTarget || named.namesRecord === true;
  return isNamed && !named.hasUntrusted && (!isGrave(effect) || named.namesAll === true);
}

const CLASSES_THAT_ASK_FOR: Readonly<Record<Effect, readonly VerbClass[]>> = {
  read: ['read'],
  write: ['make', 'change', 'move', 'book', 'operate'],
  send: ['send'],
  delete: ['delete'],
  spend: ['spend'],
  execute: ['execute'],
  admin: ['admin'],
};

/** "Send her 20 dollars" requests a payment and "change my password" a change of rights, because of the noun. */
const CLASSES_THAT_ASK_WITH_NOUN: Readonly<Record<Effect, readonly VerbClass[]>> = {
  read: [],
  write: [],
  send: ['make'],
  delete: [],
  spend: ['book', 'move'],
  execute: ['operate'],
  admin: ['change', 'make', 'operate'],
};

const CLASSES_THAT_ASK_WITH_MONEY: readonly VerbClass[] = ['send', 'move', 'make', 'change', 'operate'];

const EMPTY_NOUNS: ReadonlySet<string> = new Set(
  'manager system tool api service app client function data by to for with the of and in on from id all is a an safe smart npm pip yarn pnpm apt brew'.split(
    ' ',
  ),
);

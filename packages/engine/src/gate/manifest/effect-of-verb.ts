import { EFFECTS, type ArgumentRole, type Effect } from '../../wire/tool-manifest.ts';
import {
  AMBIGUOUS_SPEND,
  GUARDED,
  MONEY,
  PUBLIC,
  PURCHASE,
  TEXT_FAMILIES,
  WRITTEN_ROLES,
} from './effect-words.ts';
import { familiesOfNoun } from './noun-lexicon.ts';
import { splitWords, stem } from './split-words.ts';
import { classesOfVerb, EFFECT_OF_VERB, type VerbClass } from './verb-lexicon.ts';

/** The words and roles of a tool, which determine what its verb means. */
export interface Wording {
  readonly nouns: ReadonlySet<string>;
  readonly roles: ReadonlySet<ArgumentRole>;
  readonly description: string;
}

/** Returns the gravest effect that the verb has with these nouns and roles. Without a verb, `classes` are used. */
export function effectOfVerb(
  verb: string | undefined,
  classes: readonly VerbClass[],
  wording: Wording,
): Effect | undefined {
  const items = verb === undefined ? classes : classesOfVerb(verb);
  return gravest(items.map((item) => effectIn(item, verb ?? '', wording)));
}

function effectIn(verbClass: VerbClass, verb: string, wording: Wording): Effect {
  if (verbClass === 'read' || readsText(verb, wording)) return 'read';
  if (namesAny(wording, GUARDED) && verbClass !== 'send') return 'admin';
  const effect = EFFECT_OF_VERB[verbClass];
  if (effect === 'spend') return involvesMoney(wording) || !AMBIGUOUS_SPEND.has(verb) ? 'spend' : 'write';
  if (isPayment(verbClass, verb, wording)) return 'spend';
  if (verbClass === 'make') return effectOfMaking(wording) ?? effect;
  if (effect === 'execute') return runsCode(verb, wording) ? 'execute' : 'write';
  return effect;
}

/** With money, other verbs are payments, too: to book a hotel with a card, to withdraw an amount. */
const isPayment = (verbClass: VerbClass, verb: string, wording: Wording) =>
  namesAny(wording, MONEY) || ((verbClass === 'book' || verb === 'withdraw') && involvesMoney(wording));

const namesAny = ({ nouns }: Wording, list: ReadonlySet<string>) => [...nouns].some((noun) => list.has(noun));

const involvesMoney = (wording: Wording) =>
  namesAny(wording, MONEY) || wording.roles.has('account') || wording.roles.has('amount');

/** An answer to the user is not a message; an answer to a ticket is one. */
function readsText(verb: string, wording: Wording): boolean {
  const hasReceiver = wording.roles.has('recipient') || wording.roles.has('target');
  return (verb === 'open' && opensText(wording)) || (verb === 'answer' && !hasReceiver);
}

/** To make an order is to buy, and to make a post is to publish. */
function effectOfMaking(wording: Wording): Effect | undefined {
  if (namesAny(wording, PURCHASE) || wording.roles.has('account')) return 'spend';
  return namesAny(wording, PUBLIC) && !wording.nouns.has('draft') ? 'send' : undefined;
}

/** Opening a letter or a document by its id is a read. */
function opensText({ nouns, roles, description }: Wording): boolean {
  if (!roles.has('target') && !roles.has('path')) return false;
  if ([...roles].some((role) => WRITTEN_ROLES.has(role))) return false;
  const words = [...nouns, ...splitWords(description.split('.', 1)[0] ?? '').map(stem)];
  return words.some((word) => familiesOfNoun(word).some((family) => TEXT_FAMILIES.has(family)));
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

/** Returns the gravest of the effects. */
export function gravest(effects: readonly Effect[]): Effect | undefined {
  return EFFECTS.toReversed().find((effect) => effects.includes(effect));
}

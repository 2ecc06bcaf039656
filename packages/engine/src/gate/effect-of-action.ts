import { isObject } from '../wire/json-value.ts';
import { type Effect, EFFECTS } from '../wire/tool-manifest.ts';
import type { KnownTool } from './manifest/manifest-registry.ts';
import { ACTION_ARGUMENTS } from './action-arguments.ts';
import { effectOfStatement, hasWritingStage } from './classify-statement.ts';
import { type ClassifiedCommand, classifyCommand } from './classify-command.ts';
import { splitWords } from './manifest/split-words.ts';
import { leavesOf } from './provenance/leaves-of.ts';
import { baseVerb, classesOfVerb, EFFECT_OF_VERB } from './manifest/verb-lexicon.ts';

/** The label of the button that a tool presses names the action. */
const LABEL_ARGUMENTS = ['element', 'label', 'button', 'text', 'selector', 'target', 'ref', 'name'] as const;

/**
 * Returns the effect of one call. An argument that names a more severe action than the tool's name, or that the manifest
 * declares as more severe, raises the effect.
 */
export function effectOfAction(
  known: KnownTool,
  args: Readonly<Record<string, unknown>>,
  folder?: string,
): Effect {
  const raised = Object.entries(known.manifest.raises ?? {}).filter(([path]) => isSet(args, path.split('.')));
  return (
    gravest([effectByName(known, args, folder), ...raised.map(([, effect]) => effect)]) ??
    known.manifest.effect
  );
}

function effectByName(
  known: KnownTool,
  args: Readonly<Record<string, unknown>>,
  folder: string | undefined,
): Effect {
  const { effect, confirmed } = known.manifest;
  // Also a tool that is declared as a read executes the statement that it receives.
  if (effect === 'read' && known.wording.takesStatements) return effectOfQuery(args);
  if (effect === 'execute') return commandOf(known, args, folder)?.effect ?? effect;
  // Text that is replaced by nothing is deleted.
  const texts = Object.entries(args).filter(([name]) => known.manifest.arguments[name] === 'content');
  if (effect === 'write' && texts.length > 0 && texts.every(([, text]) => text === '')) return 'delete';
  // Also a tool that is declared as a click presses the button that its label names.
  if (confirmed && !known.wording.isPageAction) return effect;
  const verb = namedVerb(known, args);
  if (verb === undefined) return effect;
  return gravest([effect, ...classesOfVerb(verb).map((item) => EFFECT_OF_VERB[item])]) ?? effect;
}

/** Returns the verb in the argument that names the action. */
function namedVerb({ wording }: KnownTool, args: Readonly<Record<string, unknown>>): string | undefined {
  const isPress = wording.isPageAction && !wording.verbs.includes('type');
  return (isPress ? LABEL_ARGUMENTS : ACTION_ARGUMENTS)
    .flatMap((name) => (Object.hasOwn(args, name) ? [args[name]] : []))
    .flatMap((value) => (typeof value === 'string' && value.length <= 40 ? splitWords(value) : []))
    .map(baseVerb)
    .find((verb) => verb !== undefined);
}

/** What the command line of a call does, if it is the only command and every word of it is known. */
export function commandOf(
  { manifest, wording }: KnownTool,
  args: Readonly<Record<string, unknown>>,
  folder?: string,
): ClassifiedCommand | undefined {
  if (manifest.effect !== 'execute') return undefined;
  const [only, ...others] = Object.entries(args).filter(([name]) => manifest.arguments[name] === 'command');
  if (others.length > 0 || typeof only?.[1] !== 'string') return undefined;
  // A tool that is named after a program receives its arguments only.
  return classifyCommand((wording.nouns.includes('git') ? 'git ' : '') + only[1], folder);
}

/** Returns whether an argument has a value. A text where an object is expected may contain every field of it. */
function isSet(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => isSet(item, key === undefined ? [] : [key, ...rest]));
  if (key === undefined || typeof value === 'string')
    return value !== undefined && value !== null && value !== false && value !== '';
  return isObject(value) && Object.hasOwn(value, key) && isSet(Reflect.get(value, key), rest);
}

const gravest = (effects: readonly (Effect | undefined)[]): Effect | undefined =>
  EFFECTS.toReversed().find((effect) => effects.includes(effect));

function effectOfQuery(args: Readonly<Record<string, unknown>>): Effect {
  const texts = leavesOf(args, MAX_LEAVES)?.map(({ value }) => String(value)) ?? [];
  return gravest([...texts.map(effectOfStatement), hasWritingStage(args) ? 'write' : undefined]) ?? 'read';
}

const MAX_LEAVES = 500;

import { isObject } from '../wire/json-value.ts';
import { type Effect, EFFECTS } from '../wire/tool-manifest.ts';
import type { KnownTool } from './manifest/manifest-registry.ts';
import { effectOfStatement, hasWritingStage } from './classify-statement.ts';
import { effectOfCommand } from './classify-command.ts';
import { splitWords } from './manifest/split-words.ts';
import { leavesOf } from './provenance/leaves-of.ts';
import { baseVerb, classesOfVerb, EFFECT_OF_VERB } from './manifest/verb-lexicon.ts';

const ACTION_ARGUMENTS = ['action', 'operation', 'method', 'op'] as const;
/** The label of the button that a tool presses names the action. */
const LABEL_ARGUMENTS = ['element', 'label', 'button', 'text', 'selector', 'target', 'ref', 'name'] as const;

/**
 * Returns the effect of one call. An argument that names a more severe action than the tool's name, or that the manifest
 * declares as more severe, raises the effect.
 */
export function effectOfAction(known: KnownTool, args: Readonly<Record<string, unknown>>): Effect {
  const raised = Object.entries(known.manifest.raises ?? {}).filter(([path]) => isSet(args, path.split('.')));
  return gravest([effectByName(known, args), ...raised.map(([, effect]) => effect)]) ?? known.manifest.effect;
}

function effectByName(known: KnownTool, args: Readonly<Record<string, unknown>>): Effect {
  const { effect, confirmed } = known.manifest;
  // Also a tool that is declared as a read executes the statement that it receives.
  if (effect === 'read' && known.wording.takesStatements) return effectOfQuery(args);
  if (effect === 'execute') {
    const commands = Object.entries(args).filter(([name]) => known.manifest.arguments[name] === 'command');
    const [only] = commands;
    if (commands.length === 1 && typeof only?.[1] === 'string')
      return effectOfCommand(prefixOf(known) + only[1]) ?? effect;
  }
  // Text that is replaced by nothing is deleted.
  const texts = Object.entries(args).filter(([name]) => known.manifest.arguments[name] === 'content');
  if (effect === 'write' && texts.length > 0 && texts.every(([, text]) => text === '')) return 'delete';
  // Also a tool that is declared as a click presses the button that its label names.
  if (confirmed && !known.wording.isPageAction) return effect;
  for (const name of known.wording.isPageAction && !known.wording.verbs.includes('type')
    ? LABEL_ARGUMENTS
    : ACTION_ARGUMENTS) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (typeof value !== 'string' || value.length > 40) continue;
    const verb = splitWords(value)
      .map(baseVerb)
      .find((word) => word !== undefined);
    if (verb === undefined) continue;
    return gravest([effect, ...classesOfVerb(verb).map((item) => EFFECT_OF_VERB[item])]) ?? effect;
  }
  return effect;
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

/** A tool that is named after a program receives its arguments only. */
function prefixOf({ wording }: KnownTool): string {
  return wording.nouns.includes('git') ? 'git ' : '';
}

function effectOfQuery(args: Readonly<Record<string, unknown>>): Effect {
  const texts = leavesOf(args, MAX_LEAVES)?.map(({ value }) => String(value)) ?? [];
  return gravest([...texts.map(effectOfStatement), hasWritingStage(args) ? 'write' : undefined]) ?? 'read';
}

const MAX_LEAVES = 500;

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
 * Returns the effect of one call. An argument that names a more severe action than the tool's name raises the effect.
 */
export function effectOfAction(known: KnownTool, args: Readonly<Record<string, unknown>>): Effect {
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
  if (confirmed) return effect;
  for (const name of known.wording.isPageAction && !known.wording.verbs.includes('type')
    ? LABEL_ARGUMENTS
    : ACTION_ARGUMENTS) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (typeof value !== 'string' || value.length > 40) continue;
    const verb = splitWords(value)
      .map(baseVerb)
      .find((word) => word !== undefined);
    if (verb === undefined) continue;
    const effects = classesOfVerb(verb).map((item) => EFFECT_OF_VERB[item]);
    const gravest = EFFECTS.toReversed().find((item) => effects.includes(item)) ?? effect;
    return EFFECTS.indexOf(gravest) > EFFECTS.indexOf(effect) ? gravest : effect;
  }
  return effect;
}

/** A tool that is named after a program receives its arguments only. */
function prefixOf({ wording }: KnownTool): string {
  return wording.nouns.includes('git') ? 'git ' : '';
}

function effectOfQuery(args: Readonly<Record<string, unknown>>): Effect {
  const texts = leavesOf(args, MAX_LEAVES)?.map(({ value }) => String(value)) ?? [];
  const effects = new Set<Effect | undefined>(texts.map(effectOfStatement));
  if (hasWritingStage(args)) effects.add('write');
  return EFFECTS.toReversed().find((effect) => effects.has(effect)) ?? 'read';
}

const MAX_LEAVES = 500;

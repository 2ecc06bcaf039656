import { type Effect, EFFECTS } from '../wire/tool-manifest.ts';
import type { KnownTool } from './manifest/manifest-registry.ts';
import { effectOfStatement, hasWritingStage } from './classify-statement.ts';
import { splitWords } from './manifest/split-words.ts';
import { leavesOf } from './provenance/leaves-of.ts';
import { baseVerb, classesOfVerb, EFFECT_OF_VERB } from './manifest/verb-lexicon.ts';

const ACTION_ARGUMENTS = ['action', 'operation', 'method', 'op'] as const;

/**
 * Returns the effect of one call. An argument that names a more severe action than the tool's name raises the effect.
 */
export function effectOfAction(known: KnownTool, args: Readonly<Record<string, unknown>>): Effect {
  const { effect, confirmed } = known.manifest;
  // Also a tool that is declared as a read executes the statement that it receives.
  if (effect === 'read' && known.wording.takesStatements) return effectOfQuery(args);
  if (confirmed) return effect;
  for (const name of ACTION_ARGUMENTS) {
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

function effectOfQuery(args: Readonly<Record<string, unknown>>): Effect {
  const texts = leavesOf(args, MAX_LEAVES)?.map(({ value }) => String(value)) ?? [];
  const effects = new Set<Effect | undefined>(texts.map(effectOfStatement));
  if (hasWritingStage(args)) effects.add('write');
  return EFFECTS.toReversed().find((effect) => effects.has(effect)) ?? 'read';
}

const MAX_LEAVES = 500;

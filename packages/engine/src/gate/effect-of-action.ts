import { type Effect, EFFECTS } from '../wire/tool-manifest.ts';
import type { KnownTool } from './manifest/manifest-registry.ts';
import { splitWords } from './manifest/split-words.ts';
import { baseVerb, classesOfVerb, EFFECT_OF_VERB } from './manifest/verb-lexicon.ts';

const ACTION_ARGUMENTS = ['action', 'operation', 'method', 'op'] as const;

/**
 * Returns the effect of one call. An argument that names a more severe action than the tool's name raises the effect.
 */
export function effectOfAction(known: KnownTool, args: Readonly<Record<string, unknown>>): Effect {
  const { effect, confirmed } = known.manifest;
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

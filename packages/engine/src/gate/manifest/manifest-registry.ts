import { type Effect, EFFECTS, type ToolManifest } from '../../wire/tool-manifest.ts';
import type { WordedEffect } from './infer-effect.ts';
import { inferManifest, type ToolWording } from './infer-manifest.ts';
import { familiesOfNoun } from './noun-lexicon.ts';
import { splitWords, stem } from './split-words.ts';

/** A tool as the gate receives it: its definition and, if declared, its manifest. */
export interface DescribedTool extends ToolWording {
  readonly id: string;
  readonly annotations?: unknown;
  readonly definition_digest?: string | undefined;
  readonly manifest?: ToolManifest | undefined;
}

/** The manifest that applies to a tool, and the wording that intent is compared with. */
export interface KnownTool {
  readonly manifest: ToolManifest;
  readonly wording: WordedEffect;
}

const MAX_TOOLS = 2_000;

/** Caches the manifest of each tool definition. A changed definition is inferred again. */
export class ManifestRegistry {
  readonly #entries = new Map<string, { tool: DescribedTool; known: KnownTool }>();

  lookUp(tool: DescribedTool): KnownTool {
    const entry = this.#entries.get(tool.id);
    if (entry !== undefined && isSameDefinition(entry.tool, tool)) return entry.known;
    const known = resolve(tool);
    if (this.#entries.size >= MAX_TOOLS) this.#entries.clear();
    this.#entries.set(tool.id, { tool, known });
    return known;
  }
}

function isSameDefinition(left: DescribedTool, right: DescribedTool): boolean {
  return (
    left.name === right.name &&
    left.description === right.description &&
    left.parameters === right.parameters &&
    left.annotations === right.annotations &&
    left.manifest === right.manifest
  );
}

function resolve(tool: DescribedTool): KnownTool {
  const { manifest: guess, wording } = inferManifest(tool);
  const hinted = withAnnotations(guess, tool.annotations);
  if (tool.manifest === undefined) return { manifest: hinted, wording };
  if (tool.manifest.confirmed) return { manifest: tool.manifest, wording: withDescription(wording, tool) };
  // An unconfirmed draft may raise the risk of a tool, but not lower it below the risk of its wording.
  const effect = graver(tool.manifest.effect, hinted.effect);
  const trusted_source = false;
  return {
    manifest: {
      ...tool.manifest,
      effect,
      trusted_source,
      sensitive: tool.manifest.sensitive || hinted.sensitive,
    },
    wording,
  };
}

/** The owner of a confirmed manifest has read the description of the tool, so that it says what the tool is about. */
function withDescription(wording: WordedEffect, { description = '' }: DescribedTool): WordedEffect {
  if (wording.nouns.length === 0 || wording.isPageAction) return wording;
  const words = splitWords(description.split(/[.。]/, 1)[0] ?? '');
  const families = words.flatMap((word) => familiesOfNoun(stem(word)));
  return { ...wording, families: [...new Set([...wording.families, ...families])] };
}

/** Hints of a server are not proof: they raise the risk of a tool and never lower it. */
function withAnnotations(guess: ToolManifest, annotations: unknown): ToolManifest {
  if (typeof annotations !== 'object' || annotations === null) return guess;
  const hasHint = (hint: string, value: boolean) => Reflect.get(annotations, hint) === value;
  let effect: Effect = guess.effect;
  if (hasHint('readOnlyHint', false)) effect = graver(effect, 'write');
  if (hasHint('destructiveHint', true) && !hasHint('readOnlyHint', true)) effect = graver(effect, 'delete');
  return { ...guess, effect, idempotent: effect === 'read', origin: 'annotations' };
}

function graver(left: Effect, right: Effect): Effect {
  return EFFECTS.indexOf(left) >= EFFECTS.indexOf(right) ? left : right;
}

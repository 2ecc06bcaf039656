import type { InboxSay } from './use-inbox-words.ts';

/** Says what a call does to the world. */
export function effectWord(effect: string, say: InboxSay): string {
  const known = EFFECTS.find((name) => name === effect);
  return say(known === undefined ? 'effect.unknown' : `effect.${known}`);
}

const EFFECTS = ['read', 'write', 'send', 'delete', 'spend', 'execute', 'admin'] as const;

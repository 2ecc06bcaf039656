import type { InboxSay } from './use-inbox-words.ts';

/** Says what kind of tool it is. */
export function kindWord(kind: string, say: InboxSay): string {
  const known = KINDS.find((name) => name === kind);
  return known === undefined ? kind : say(`kind.${known}`);
}

const KINDS = [
  'function',
  'mcp',
  'skill',
  'hosted_mcp',
  'handoff',
  'agent',
  'shell',
  'apply_patch',
  'computer',
  'hosted',
] as const;

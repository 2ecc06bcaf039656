import { createHash } from 'node:crypto';

const MAX_ID_CHARS = 64;
const CONFORMANT = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a name follows the Agent Skills specification. */
export function isConformantName(name: string): boolean {
  return name.length <= MAX_ID_CHARS && CONFORMANT.test(name);
}

/** The id of a skill: its name where that is a valid one, otherwise a lower-case form without spaces and signs. */
export function skillIdFor(name: string): string {
  if (isConformantName(name)) return name;
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  const characters = Array.from(plain);
  if (characters.length === 0) return `skill-${shortHash(name)}`;
  if (characters.length <= MAX_ID_CHARS) return plain;
  return `${characters.slice(0, MAX_ID_CHARS - 7).join('')}-${shortHash(name)}`;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6);
}

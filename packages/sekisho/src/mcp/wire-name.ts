import { createHash } from 'node:crypto';
import { mcpToolId } from './mcp-tool-id.ts';

const MAX_NAME_CHARS = 64;

/**
 * The name that models see. `server__tool` where that can be read backwards: a plain server id has no underscore, so the
 * first two part it from the tool. Everything else ends in a hash of the canonical id. Upstream rewrites all but letters,
 * digits and `_`; nothing is left for it to rewrite.
 */
export function wireName(serverId: string, toolName: string): string {
  const plain = `${plainText(serverId)}__${plainText(toolName)}`;
  const isExact = /^[A-Za-z0-9]+$/.test(serverId) && /^[A-Za-z0-9_]+$/.test(toolName);
  if (isExact && plain.length <= MAX_NAME_CHARS) return plain;
  const ending = `_${createHash('sha256').update(mcpToolId(serverId, toolName)).digest('hex').slice(0, 10)}`;
  return plain.slice(0, MAX_NAME_CHARS - ending.length) + ending;
}

const plainText = (text: string): string => text.replaceAll(/[^A-Za-z0-9_]/g, '_');

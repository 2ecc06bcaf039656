import { createHash } from 'node:crypto';
import { mcpToolId } from './mcp-tool-id.ts';

const MAX_NAME_CHARS = 64;

/**
 * Returns the name that models see. It is `server__tool` where that is reversible: a plain server id contains no
 * underscore, so the first two underscores separate it from the tool. All other names end with a hash of the
 * canonical id. The name contains only letters, digits and `_`, so that the Agents SDK does not rewrite it.
 */
export function wireName(serverId: string, toolName: string): string {
  const plain = `${plainText(serverId)}__${plainText(toolName)}`;
  const isExact = /^[A-Za-z0-9]+$/.test(serverId) && /^[A-Za-z0-9_]+$/.test(toolName);
  if (isExact && plain.length <= MAX_NAME_CHARS) return plain;
  const ending = `_${createHash('sha256').update(mcpToolId(serverId, toolName)).digest('hex').slice(0, 10)}`;
  return plain.slice(0, MAX_NAME_CHARS - ending.length) + ending;
}

const plainText = (text: string): string => text.replaceAll(/[^A-Za-z0-9_]/g, '_');

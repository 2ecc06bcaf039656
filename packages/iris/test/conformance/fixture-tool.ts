import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Tool } from '../../src/mcp/tool.ts';

/** A tool of the conformance suite: a name, what it does, and an object of any arguments. */
export function fixtureTool(
  name: string,
  call: Tool['call'],
  options: { properties?: Record<string, unknown>; requiresTask?: boolean } = {},
): Tool {
  return {
    name,
    title: name,
    description: `Plays the part of "${name}" in the conformance suite.`,
    inputSchema: () => ({ type: 'object', properties: options.properties ?? {} }),
    ...(options.requiresTask ? { requiresTask: true } : {}),
    call,
  };
}

/** A result of one text block. */
export function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

/** A picture of one red pixel. */
export const RED_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

/** A sound file without a single sample. */
export const SILENCE = Buffer.from(
  '524946462400000057415645666d74201000000001000100401f0000803e0000020010006461746100000000',
  'hex',
).toString('base64');

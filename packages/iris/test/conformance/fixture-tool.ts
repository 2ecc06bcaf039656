import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Tool } from '../../src/mcp/tool.ts';

/** Creates a tool of the conformance suite that accepts an object with any arguments. */
export function fixtureTool(
  name: string,
  call: Tool['call'],
  options: { properties?: Record<string, unknown>; requiresTask?: boolean } = {},
): Tool {
  return {
    name,
    title: name,
    description: `Implements "${name}" of the conformance suite.`,
    inputSchema: () => ({ type: 'object', properties: options.properties ?? {} }),
    ...(options.requiresTask ? { requiresTask: true } : {}),
    call,
  };
}

/** Returns a result with one text block. */
export function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

/** An image of one red pixel. */
export const RED_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

/** An audio file without samples. */
export const SILENCE = Buffer.from(
  '524946462400000057415645666d74201000000001000100401f0000803e0000020010006461746100000000',
  'hex',
).toString('base64');

import type { ToolDescription } from '../contracts/tool-call-request.ts';
import { gateFunctionTool, gateInPlace } from './gated-function-tool.ts';
import { gateLocalTool } from './gated-local-tools.ts';
import type { Tool } from './upstream.ts';

/** Puts the checkpoint in front of one tool, in the way its kind needs. */
export function gateTool(tool: Tool, description: ToolDescription): Tool {
  switch (tool.type) {
    case 'function':
      return gateFunctionTool(tool);
    case 'computer':
    case 'apply_patch':
      return gateLocalTool(tool);
    case 'shell':
      return description.kind === 'shell' ? gateLocalTool(tool) : tool;
    case 'hosted_tool':
      return description.kind === 'hosted_mcp' ? askAlways(tool) : searchThroughGate(tool);
  }
}

/** A hosted MCP server runs elsewhere; the one place to stop a call is the approval that it waits for. */
function askAlways<T extends Tool>(tool: T): T {
  const copy: T = Object.create(Object.getPrototypeOf(tool), Object.getOwnPropertyDescriptors(tool));
  const { on_approval: _dropped, ...data } = dataOf(tool);
  Object.defineProperty(copy, 'providerData', {
    value: { ...data, require_approval: 'always' },
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

/** A search on our side can bring in tools while the run goes on; they are gated as they come. */
function searchThroughGate<T extends Tool>(tool: T): T {
  const key = Object.getOwnPropertySymbols(tool).find(
    ({ description }) => description === 'clientToolSearchExecutor',
  );
  const search: unknown = key && Reflect.get(tool, key);
  if (!key || typeof search !== 'function') return tool;
  const copy: T = Object.create(Object.getPrototypeOf(tool), Object.getOwnPropertyDescriptors(tool));
  Object.defineProperty(copy, key, {
    value: async (...args: unknown[]) => {
      const found: unknown = await Reflect.apply(search, tool, args);
      for (const each of Array.isArray(found) ? found : [found]) {
        if (isFunctionTool(each)) gateInPlace(each);
      }
      return found;
    },
    enumerable: false,
    configurable: true,
  });
  return copy;
}

const dataOf = (tool: Tool): Record<string, unknown> => Reflect.get(tool, 'providerData') ?? {};

const isFunctionTool = (value: unknown): value is Extract<Tool, { type: 'function' }> =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'type') === 'function';

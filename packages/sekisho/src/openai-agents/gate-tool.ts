import type { ToolDescription } from '@sekisho/engine';
import { gateFunctionTool, gateInPlace } from './gated-function-tool.ts';
import { gateLocalTool, isCallable } from './gated-local-tools.ts';
import { approverOf } from './host-approver.ts';
import { originalOf, rememberOriginal } from './original-tools.ts';
import { ambientScope } from './run-scope.ts';
import type { Tool } from './upstream.ts';

/** A tool that a search added during the run. */
export type FoundTool = Extract<Tool, { type: 'function' }>;

/** Called with the tools of a search before the calls of the same response are processed. */
type OnFound = (tools: readonly FoundTool[]) => Promise<void>;

/** Returns a tool whose calls pass the gate, in the way that its kind requires. */
export function gateTool(tool: Tool, description: ToolDescription, onFound: OnFound): Tool {
  switch (tool.type) {
    case 'function':
      return gateFunctionTool(tool);
    case 'computer':
    case 'apply_patch':
      return gateLocalTool(tool);
    case 'shell':
      return description.kind === 'shell' ? gateLocalTool(tool) : tool;
    case 'hosted_tool':
      return description.kind === 'hosted_mcp'
        ? requireApprovalAlways(tool)
        : searchThroughGate(tool, onFound);
  }
}

/** Requires approval for every call of a hosted MCP server. The server runs elsewhere, so only its approval can stop a call. */
function requireApprovalAlways<T extends Tool>(tool: T): T {
  const copy: T = Object.create(Object.getPrototypeOf(tool), Object.getOwnPropertyDescriptors(tool));
  const { on_approval: approver, ...data } = dataOf(tool);
  const providerData = { ...data, require_approval: 'always' };
  const wrapped = isCallable(approver) ? approverOf(approver) : undefined;
  // Upstream calls this function instead of suspending the run, so it exists only if the host may decide all pending calls.
  Object.defineProperty(providerData, 'on_approval', {
    get: () => (needsPerson(data['server_label']) ? undefined : wrapped),
    enumerable: true,
    configurable: true,
  });
  rememberOriginal(copy, tool);
  Object.defineProperty(copy, 'providerData', {
    value: providerData,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

function needsPerson(serverLabel: unknown): boolean {
  const scope = ambientScope.getStore();
  if (!scope) return true;
  return [...scope.calls.values()].some(
    (call) =>
      call.type === 'hosted_mcp_call' &&
      call.serverLabel === serverLabel &&
      scope.mediator.stageOf(call.key)?.stage === 'waiting' &&
      !scope.mediator.mayHostApprove(call),
  );
}

/** Gates the tools that a local search adds during the run. */
function searchThroughGate<T extends Tool>(tool: T, onFound: OnFound): T {
  const key = Object.getOwnPropertySymbols(tool).find(
    ({ description }) => description === 'clientToolSearchExecutor',
  );
  const search: unknown = key && Reflect.get(tool, key);
  if (!key || typeof search !== 'function') return tool;
  const copy: T = Object.create(Object.getPrototypeOf(tool), Object.getOwnPropertyDescriptors(tool));
  rememberOriginal(copy, tool);
  Object.defineProperty(copy, key, {
    value: async (given: object, ...rest: unknown[]) => {
      const listed: unknown = Reflect.get(given, 'availableTools');
      const copies = new Map((Array.isArray(listed) ? listed : []).map((each) => [originalOf(each), each]));
      // The search compares and returns the host's tools; upstream identifies the listed tools by their copies.
      const availableTools = [...copies.keys()];
      const found: unknown = await Reflect.apply(search, tool, [{ ...given, availableTools }, ...rest]);
      const tools: unknown[] = (Array.isArray(found) ? found : [found]).map(
        (each) => copies.get(each) ?? each,
      );
      await onFound(tools.filter(isFunctionTool).map((each) => gateInPlace(each)));
      return Array.isArray(found) ? tools : tools[0];
    },
    enumerable: false,
    configurable: true,
  });
  return copy;
}

const dataOf = (tool: Tool): Record<string, unknown> => Reflect.get(tool, 'providerData') ?? {};

const isFunctionTool = (value: unknown): value is FoundTool =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'type') === 'function';

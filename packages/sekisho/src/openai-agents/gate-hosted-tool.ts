import { gateInPlace } from './gate-function-tool.ts';
import { approverOf } from './gate-local-tool.ts';
import { define, isCallable, read, shallowCopy } from './read-value.ts';
import { ambientScope } from './run-scope.ts';
import { originalOf, toolRecord } from './records.ts';
import type { AnyFunctionTool, Tool } from './upstream.ts';

/** Called with the tools of a search before the calls of the same response are processed. */
type OnFound = (tools: readonly AnyFunctionTool[]) => Promise<void>;

/** Requires approval for every call of a hosted MCP server. The server runs elsewhere, so only its approval can stop a call. */
export function requireApprovalAlways(tool: Tool): Tool {
  const copy = copyOf(tool);
  const { on_approval: approver, ...data }: Record<string, unknown> = Object(read(tool, 'providerData'));
  const providerData = { ...data, require_approval: 'always' };
  const wrapped = isCallable(approver) ? approverOf(approver) : undefined;
  // Upstream calls this function instead of suspending the run, so it exists only if the host may decide all pending calls.
  Object.defineProperty(providerData, 'on_approval', {
    get: () => (needsPerson(data['server_label']) ? undefined : wrapped),
    enumerable: true,
    configurable: true,
  });
  define(copy, 'providerData', providerData);
  return copy;
}

/** Gates the tools that a local search adds during the run. */
export function searchThroughGate(tool: Tool, onFound: OnFound): Tool {
  const key = Object.getOwnPropertySymbols(tool).find(
    ({ description }) => description === 'clientToolSearchExecutor',
  );
  const search = key && read(tool, key);
  if (!key || !isCallable(search)) return tool;
  const copy = copyOf(tool);
  Object.defineProperty(copy, key, {
    value: async (given: object, ...rest: unknown[]) => {
      const listed = read(given, 'availableTools');
      const copies = new Map((Array.isArray(listed) ? listed : []).map((each) => [originalOf(each), each]));
      // The search compares and returns the host's tools; upstream identifies the listed tools by their copies.
      const availableTools = [...copies.keys()];
      const found = await Reflect.apply(search, tool, [{ ...given, availableTools }, ...rest]);
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

/** A copy for one listing, because the host may change the settings in the tool. */
function copyOf(tool: Tool): Tool {
  const copy = shallowCopy(tool);
  toolRecord(copy).original = tool;
  return copy;
}

const isFunctionTool = (value: unknown): value is AnyFunctionTool => read(value, 'type') === 'function';

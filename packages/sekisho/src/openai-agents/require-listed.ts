import type { RunScope } from './run-scope.ts';
import type { ModelRequest, Tool } from './upstream.ts';

type RequestTool = ModelRequest['tools'][number];

/** Returns the key of a tool that the provider executes, or undefined for a tool that is executed and checked locally. */
export function providerToolKey(tool: Tool | RequestTool): string | undefined {
  switch (tool.type) {
    case 'hosted_tool': {
      const data: unknown = Reflect.get(tool, 'providerData');
      // Upstream changes the settings of a search after the tools were listed. A search adds tools and executes none.
      if (Reflect.get(Object(data), 'type') === 'tool_search') return undefined;
      return `hosted_tool ${JSON.stringify(data)}`;
    }
    case 'shell': {
      const environment: unknown = Reflect.get(tool, 'environment');
      const isLocal = (Reflect.get(Object(environment), 'type') ?? 'local') === 'local';
      return isLocal ? undefined : `shell ${JSON.stringify(environment)}`;
    }
    case 'function':
    case 'computer':
    case 'apply_patch':
      return undefined;
    default:
      return `unknown ${JSON.stringify(tool)}`;
  }
}

/**
 * Returns the request with the listed tools only. Throws for a request with a tool that was not listed: the provider would
 * execute it without a decision of the gate. A subclass of Agent or the settings of a model can add such a tool. A prompt
 * that is stored at the provider may contain tools; the listed tools, even an empty list, replace them.
 */
export function requireListed(scope: RunScope, request: ModelRequest): ModelRequest {
  const { tools, handoffs, modelSettings } = request;
  const refuse = (wireName: string, why: string) =>
    scope.mediator.refuse({ callId: '', wireName, rawArguments: '', type: 'function_call' }, why);
  for (const tool of tools) {
    const key = providerToolKey(tool);
    if (key !== undefined && !scope.providerTools.has(key)) throw refuse(tool.name, NOT_LISTED);
  }
  for (const { toolName } of handoffs)
    if (!scope.handoffs.has(toolName)) throw refuse(toolName, HANDOFF_NOT_LISTED);
  if (settingsContainTools(modelSettings?.providerData)) throw refuse('', IN_SETTINGS);
  return request.prompt ? { ...request, toolsExplicitlyProvided: true } : request;
}

/** Returns whether the model settings add tools. Upstream merges them into the request body, over its own values. */
function settingsContainTools(providerData: unknown): boolean {
  const data = Object(providerData);
  return [data, Object(data.extra_body), Object(data.extraBody)].some(
    (body) => Object.hasOwn(body, 'tools') || Object.hasOwn(body, 'prompt'),
  );
}

const NOT_LISTED =
  'The request to the model contains a tool of the provider that the gate has not seen. Put it into the tools of the agent; do not add or change it in getAllTools().';
const HANDOFF_NOT_LISTED =
  'The request to the model contains a handoff that the gate has not seen. Put it into the handoffs of the agent; do not add it in getEnabledHandoffs().';
const IN_SETTINGS =
  'The settings of the model (tools or prompt in modelSettings.providerData) contain tools that the gate cannot see. Put them into the tools of the agent.';

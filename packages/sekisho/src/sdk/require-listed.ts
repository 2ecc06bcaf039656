import type { RunScope } from './run-scope.ts';
import type { ModelRequest, Tool } from './upstream.ts';

type RequestTool = ModelRequest['tools'][number];

/** What identifies a tool that the provider executes; undefined for tools that are executed here and checked there. */
export function providerToolKey(tool: Tool | RequestTool): string | undefined {
  switch (tool.type) {
    case 'hosted_tool': {
      const data: unknown = Reflect.get(tool, 'providerData');
      // Upstream changes the settings of a search after the tools were listed; it brings in tools and executes none.
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
 * The request with the tools that were listed and no others. Refuses one that offers the model something that did not pass
 * the list of tools: the provider would execute it, and nothing here would be asked. A subclass of Agent can do that, and so
 * can the settings of a model. A prompt that is stored at the provider may have tools of its own; the listed ones, even none,
 * take their place.
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

/** Upstream merges these into the body of the request, over what it made itself. */
function settingsContainTools(providerData: unknown): boolean {
  const data = Object(providerData);
  return [data, Object(data.extra_body), Object(data.extraBody)].some(
    (body) => Object.hasOwn(body, 'tools') || Object.hasOwn(body, 'prompt'),
  );
}

const NOT_LISTED =
  'The model was to be offered a tool of the provider that the gate has not seen. Put it into the tools of the agent; do not add or change it in getAllTools().';
const HANDOFF_NOT_LISTED =
  'The model was to be offered a transfer that the gate has not seen. Put it into the handoffs of the agent; do not add it in getEnabledHandoffs().';
const IN_SETTINGS =
  'The settings of the model (tools or prompt in modelSettings.providerData) offer tools that the gate cannot see. Put them into the tools of the agent.';

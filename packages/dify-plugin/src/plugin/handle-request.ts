import { PluginError } from '../errors/plugin-error.ts';
import type { IncomingRequest } from '../wire/incoming-message.ts';
import { handleModelRequest } from './handle-model-request.ts';
import type { PluginDefinition } from './plugin-definition.ts';
import { type ReplyStream, replyMessages, replyValue } from './reply.ts';
import type { SessionContext } from './session-context.ts';
import {
  invokeAgentStrategyRequestSchema,
  invokeToolRequestSchema,
  toolCredentialsRequestSchema,
} from '../requests/tool-requests.ts';
import { findNamed, readRequest } from './read-request.ts';
import { checkCredentials } from './check-credentials.ts';

/** Finds the handler of a request and calls it. Returns the reply as a stream. */
export function handleRequest(
  plugin: PluginDefinition,
  data: IncomingRequest['data'],
  context: SessionContext,
): ReplyStream {
  switch (data.type) {
    case 'model':
      return handleModelRequest(plugin, data, context);
    case 'tool':
      return handleToolRequest(plugin, data, context);
    case 'agent_strategy':
      return handleAgentRequest(plugin, data, context);
    // `type` is an open string, because newer daemons have further kinds of plugins.
    default:
      throw new PluginError('NotImplementedError', `This plugin does not support ${data.type} requests.`);
  }
}

/** Returns true for credential checks, which have a shorter deadline. */
export function isValidation(action: string): boolean {
  return action.startsWith('validate_');
}

/** Runs an agent strategy. */
function handleAgentRequest(
  plugin: PluginDefinition,
  data: IncomingRequest['data'],
  context: SessionContext,
): ReplyStream {
  if (data.action !== 'invoke_agent_strategy') {
    throw new PluginError('NotImplementedError', `This plugin does not support ${data.action}.`);
  }
  const request = readRequest(invokeAgentStrategyRequestSchema, data);
  const provider = findNamed(plugin.agentStrategies, request.agent_strategy_provider, 'agent provider');
  return replyMessages(findNamed(provider, request.agent_strategy, 'agent strategy')(request, context));
}

/** Handles the requests of Dify to a tool provider. */
function handleToolRequest(
  plugin: PluginDefinition,
  data: IncomingRequest['data'],
  context: SessionContext,
): ReplyStream {
  switch (data.action) {
    case 'invoke_tool': {
      const request = readRequest(invokeToolRequestSchema, data);
      const { tools } = findNamed(plugin.tools, request.provider, 'tool provider');
      return replyMessages(findNamed(tools, request.tool, 'tool')(request, context));
    }
    case 'validate_tool_credentials': {
      const request = readRequest(toolCredentialsRequestSchema, data);
      const { validateCredentials } = findNamed(plugin.tools, request.provider, 'tool provider');
      // A provider without a check has no credentials to validate.
      const check = async () => validateCredentials?.(request, context);
      return replyValue(checkCredentials(check, {}).then(() => ({ result: true })));
    }
    // `action` is an open string, because newer daemons have further actions.
    default:
      throw new PluginError('NotImplementedError', `This plugin does not support ${data.action}.`);
  }
}

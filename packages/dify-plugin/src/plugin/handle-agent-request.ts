import { PluginError } from '../errors/plugin-error.ts';
import { invokeAgentStrategyRequestSchema } from '../requests/tool-requests.ts';
import type { IncomingRequest } from '../wire/incoming-message.ts';
import type { PluginDefinition } from './plugin-definition.ts';
import { findNamed, readRequest } from './read-request.ts';
import { replyMessages, type ReplyStream } from './reply.ts';
import type { SessionContext } from './session-context.ts';

/** Runs an agent strategy. */
export function handleAgentRequest(
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

import { PluginError } from '../errors/plugin-error.ts';
import type { IncomingRequest } from '../wire/incoming-message.ts';
import { handleAgentRequest } from './handle-agent-request.ts';
import { handleModelRequest } from './handle-model-request.ts';
import { handleToolRequest } from './handle-tool-request.ts';
import type { PluginDefinition } from './plugin-definition.ts';
import type { ReplyStream } from './reply.ts';
import type { SessionContext } from './session-context.ts';

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

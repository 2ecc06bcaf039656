import { PluginError } from '../errors/plugin-error.ts';
import { invokeToolRequestSchema, toolCredentialsRequestSchema } from '../requests/tool-requests.ts';
import type { IncomingRequest } from '../wire/incoming-message.ts';
import { checkCredentials } from './check-credentials.ts';
import type { PluginDefinition } from './plugin-definition.ts';
import { findNamed, readRequest } from './read-request.ts';
import { replyMessages, replyValue, type ReplyStream } from './reply.ts';
import type { SessionContext } from './session-context.ts';

/** Handles the requests of Dify to a tool provider. */
export function handleToolRequest(
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

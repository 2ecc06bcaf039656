import { PluginError } from '../errors/plugin-error.ts';
import {
  checkPollingRequestSchema,
  countTokensRequestSchema,
  invokeLlmRequestSchema,
  modelRequestSchema,
  providerRequestSchema,
  textEmbeddingRequestSchema,
  type ModelRequest,
} from '../requests/model-requests.ts';
import type { IncomingRequest } from '../wire/incoming-message.ts';
import { checkCredentials } from './check-credentials.ts';
import type { LlmHandlers, PluginDefinition, TextEmbeddingHandlers } from './plugin-definition.ts';
import { findNamed, requireHandler, readRequest } from './read-request.ts';
import { replyDeltas, replyValue, type ReplyStream } from './reply.ts';
import type { SessionContext } from './session-context.ts';

/** Handles the requests of Dify to a model provider. */
export function handleModelRequest(
  plugin: PluginDefinition,
  data: IncomingRequest['data'],
  context: SessionContext,
): ReplyStream {
  const { provider: name } = readRequest(providerRequestSchema, data);
  const provider = findNamed(plugin.models, name, 'model provider');
  const llm = () => requireHandler(provider.llm, 'language models');
  const embedding = () => requireHandler(provider.textEmbedding, 'embedding models');
  const forType = ({ model_type: type }: ModelRequest): LlmHandlers | TextEmbeddingHandlers => {
    if (type === 'llm') return llm();
    if (type === 'text-embedding') return embedding();
    throw new PluginError('NotImplementedError', `This plugin does not support models of type ${type}.`);
  };

  switch (data.action) {
    case 'invoke_llm':
      return replyDeltas(llm().invoke(readRequest(invokeLlmRequestSchema, data), context));
    case 'get_llm_num_tokens': {
      const count = requireHandler(llm().countTokens, 'counting tokens');
      return replyValue(
        count(readRequest(countTokensRequestSchema, data), context).then((tokens) => ({
          num_tokens: tokens,
        })),
      );
    }
    case 'validate_provider_credentials': {
      const request = readRequest(providerRequestSchema, data);
      return replyValue(
        checkCredentials(() => provider.validateCredentials(request, context), request.credentials),
      );
    }
    case 'validate_model_credentials': {
      const request = readRequest(modelRequestSchema, data);
      const check = requireHandler(forType(request).validateCredentials, 'credentials of single models');
      return replyValue(checkCredentials(() => check(request, context), request.credentials));
    }
    case 'get_ai_model_schemas': {
      const request = readRequest(modelRequestSchema, data);
      const getSchema = requireHandler(forType(request).getSchema, 'custom models');
      return replyValue(getSchema(request, context).then((schema) => ({ model_schema: schema })));
    }
    case 'start_polling':
      return replyValue(
        requireHandler(llm().startPolling, 'polling')(readRequest(invokeLlmRequestSchema, data), context),
      );
    case 'check_polling':
      return replyValue(
        requireHandler(llm().checkPolling, 'polling')(readRequest(checkPollingRequestSchema, data), context),
      );
    case 'invoke_text_embedding':
      return replyValue(embedding().invoke(readRequest(textEmbeddingRequestSchema, data), context));
    case 'get_text_embedding_num_tokens': {
      const count = requireHandler(embedding().countTokens, 'counting tokens');
      return replyValue(
        count(readRequest(textEmbeddingRequestSchema, data), context).then((tokens) => ({
          num_tokens: tokens,
        })),
      );
    }
    // `action` is an open string, because newer daemons have further actions.
    default:
      throw new PluginError('NotImplementedError', `This plugin does not support ${data.action}.`);
  }
}

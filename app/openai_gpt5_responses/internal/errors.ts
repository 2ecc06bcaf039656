import { PluginError, type PluginErrorType } from '@sekisho/dify-plugin';
import {
  describeError,
  ResponsesError,
  type ErrorCode,
  type ModelRegistry,
  type UpstreamFacts,
} from '@sekisho/responses';

const ERROR_TYPES: Readonly<Record<ErrorCode, PluginErrorType>> = {
  invalid_argument: 'InvokeBadRequestError',
  authentication: 'InvokeAuthorizationError',
  permission_denied: 'InvokeAuthorizationError',
  model_not_found: 'InvokeBadRequestError',
  invalid_request: 'InvokeBadRequestError',
  unsupported_parameter: 'InvokeBadRequestError',
  context_length_exceeded: 'InvokeBadRequestError',
  content_policy: 'InvokeBadRequestError',
  invalid_response_id: 'InvokeBadRequestError',
  previous_response_not_found: 'InvokeBadRequestError',
  previous_response_unusable: 'InvokeBadRequestError',
  foreign_conversation: 'InvokeBadRequestError',
  response_not_found: 'InvokeBadRequestError',
  conflict: 'InvokeBadRequestError',
  rate_limited: 'InvokeRateLimitError',
  quota_exhausted: 'InvokeRateLimitError',
  server_error: 'InvokeServerUnavailableError',
  connection_failed: 'InvokeConnectionError',
  timed_out: 'InvokeConnectionError',
  cancelled: 'InvokeConnectionError',
  stream_interrupted: 'InvokeConnectionError',
  upstream_shape: 'InvokeServerUnavailableError',
  upstream_error: 'InvokeServerUnavailableError',
};

/** What a failure was about, as far as the registry can say more. */
export type FailedCall = { readonly model?: string; readonly registry: ModelRegistry };

/** The failure as Dify understands it. Both languages, because Dify does not say which one its reader speaks. */
export function toPluginError(thrown: unknown, call: FailedCall): unknown {
  if (!(thrown instanceof ResponsesError)) return thrown;
  const { code, upstream, message } = thrown;
  // Only messages of our own checks name the argument; OpenAI's may quote the prompt.
  const english =
    code === 'invalid_argument' ? message : `${describeError(code, 'en')}${listFacts(upstream)}`;
  const note = code === 'model_not_found' ? describeShutdown(call) : undefined;
  const texts = [
    note ? `${english} ${note.en}` : english,
    note ? `${describeError(code, 'ja')}${note.ja}` : describeError(code, 'ja'),
  ];
  return new PluginError(ERROR_TYPES[code], texts.join(' / '), { cause: thrown });
}

function listFacts({ status, code, param, requestId }: UpstreamFacts): string {
  const facts = [
    status === undefined ? [] : [`status ${status}`],
    code === undefined ? [] : [code],
    param === undefined ? [] : [`parameter ${param}`],
    requestId === undefined ? [] : [requestId],
  ].flat();
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`;
}

function describeShutdown({ model, registry }: FailedCall): { en: string; ja: string } | undefined {
  const entry = model === undefined ? undefined : registry.find(model);
  if (entry?.shutdownDate === undefined) return undefined;
  const advice = entry.replacement;
  return {
    en: `OpenAI shuts "${entry.id}" down on ${entry.shutdownDate}.${advice ? ` Use "${advice.id}".` : ''}`,
    ja: `「${entry.id}」の提供終了日は ${entry.shutdownDate} です。${advice ? `「${advice.id}」を使ってください。` : ''}`,
  };
}

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

/** The call that failed, for details from the registry. */
export type FailedCall = { readonly model?: string; readonly registry: ModelRegistry };

/** Converts a failure for Dify. The message has both languages, because Dify does not send the language of the user. */
export function toPluginError(thrown: unknown, call: FailedCall): unknown {
  if (!(thrown instanceof ResponsesError)) return thrown;
  const note = thrown.code === 'model_not_found' ? describeShutdown(call) : undefined;
  const english = note ? `${toEnglish(thrown)} ${note.en}` : toEnglish(thrown);
  const japanese = note ? `${toJapanese(thrown)}${note.ja}` : toJapanese(thrown);
  return new PluginError(ERROR_TYPES[thrown.code], `${english} / ${japanese}`, { cause: thrown });
}

function toEnglish({ code, upstream, message }: ResponsesError): string {
  // Only messages of our own checks are shown; messages of OpenAI may quote the prompt.
  if (code === 'invalid_argument') return message;
  const facts = listFacts(upstream, { status: 'status', parameter: 'parameter' });
  return `${describeError(code, 'en')}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}

function toJapanese({ code, upstream }: ResponsesError): string {
  if (code === 'invalid_argument' && upstream.param !== undefined) {
    return `パラメーター「${upstream.param}」の値が正しくありません。値を確認して、再度実行してください。`;
  }
  const facts = listFacts(upstream, { status: 'ステータス', parameter: 'パラメーター' });
  return `${describeError(code, 'ja')}${facts.length === 0 ? '' : `（${facts.join('、')}）`}`;
}

function listFacts(
  { status, code, param, requestId }: UpstreamFacts,
  labels: { readonly status: string; readonly parameter: string },
): string[] {
  return [
    status === undefined ? [] : [`${labels.status} ${status}`],
    code === undefined ? [] : [code],
    param === undefined ? [] : [`${labels.parameter} ${param}`],
    requestId === undefined ? [] : [requestId],
  ].flat();
}

function describeShutdown({ model, registry }: FailedCall): { en: string; ja: string } | undefined {
  const entry = model === undefined ? undefined : registry.find(model);
  if (entry?.shutdownDate === undefined) return undefined;
  const advice = entry.replacement;
  return {
    en: `The shutdown date of "${entry.id}" is ${entry.shutdownDate}.${advice ? ` Use "${advice.id}".` : ''}`,
    ja: `「${entry.id}」の提供終了日は ${entry.shutdownDate} です。${advice ? `「${advice.id}」を使ってください。` : ''}`,
  };
}

import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { type ErrorCode, SekishoError } from '@sekisho/engine';
import { ModelBehaviorError, UserError } from '../openai-agents/upstream.ts';
import { findModelShutdown, PROVIDER_ENVIRONMENT } from './provider-env.ts';
import type { ProviderConnection, ProviderName } from './provider-types.ts';

const FAILURE_CODES = {
  'base-url': 'AGENTS-E-PROVIDER-CONFIG',
  'key-missing': 'AGENTS-E-PROVIDER-CONFIG',
  'key-refused': 'AGENTS-E-PROVIDER-CONFIG',
  'model-missing': 'AGENTS-E-PROVIDER-CONFIG',
  'model-not-found': 'AGENTS-E-PROVIDER-CONFIG',
  timeout: 'AGENTS-E-COMPAT-UNSUPPORTED',
  'timeout-range': 'AGENTS-E-PROVIDER-CONFIG',
  unreachable: 'AGENTS-E-PROVIDER-CONFIG',
  setting: 'AGENTS-E-COMPAT-UNSUPPORTED',
  'rate-limited': 'AGENTS-E-COMPAT-UNSUPPORTED',
  'request-refused': 'AGENTS-E-COMPAT-UNSUPPORTED',
  'server-error': 'AGENTS-E-COMPAT-UNSUPPORTED',
  'error-in-answer': 'AGENTS-E-COMPAT-UNSUPPORTED',
  'content-filter': 'AGENTS-E-COMPAT-UNSUPPORTED',
  'no-choices': 'AGENTS-E-COMPAT-UNSUPPORTED',
  'empty-answer': 'AGENTS-E-COMPAT-UNSUPPORTED',
  'finish-reason': 'AGENTS-E-COMPAT-UNSUPPORTED',
  'not-json': 'AGENTS-E-COMPAT-UNSUPPORTED',
  'tool-call': 'AGENTS-E-COMPAT-UNSUPPORTED',
  'tool-choice': 'AGENTS-E-COMPAT-UNSUPPORTED',
  incomplete: 'AGENTS-E-STREAM',
  'stream-cut': 'AGENTS-E-STREAM',
  'stream-stalled': 'AGENTS-E-STREAM',
} as const satisfies Record<string, ErrorCode>;

/** The kind of a failure, which is the second half of the provider's error code. */
export type FailureKind = keyof typeof FAILURE_CODES;

/**
 * Creates the error for a provider that is not configured correctly, is unreachable, or returned an unusable
 * response. `what` continues the sentence after the name of the provider.
 */
export function providerFailure(
  provider: ProviderName,
  kind: FailureKind,
  what: string,
  cause?: unknown,
): SekishoError {
  const message = `Provider "${provider}" ${what} [${provider}/${kind}]`;
  return new SekishoError(FAILURE_CODES[kind], message, { cause, reason: kind });
}

// The Agents SDK reports the final status of a response only in the text of its error.
const TERMINAL_STATE = /unsuccessful terminal state "(?:response\.)?([a-z_]+)"/;

/**
 * Returns the coded error for a failed model call, with a remedy. Errors that do not concern the provider are
 * returned unchanged.
 */
export function describeFailure(error: unknown, connection: ProviderConnection, modelName: string): unknown {
  const { provider, baseUrl, timeoutMs } = connection;
  const { key: urlKey } = PROVIDER_ENVIRONMENT[provider].baseUrl;
  const failure = (kind: FailureKind, what: string) => providerFailure(provider, kind, what, error);
  if (error instanceof APIConnectionTimeoutError)
    return failure(
      'timeout',
      `did not respond within ${timeoutMs} ms. Try again or increase AGENTS_REQUEST_TIMEOUT_MS.`,
    );
  if (error instanceof APIConnectionError)
    return failure('unreachable', `cannot be reached at ${baseUrl}. Start it or correct ${urlKey}.`);
  if (error instanceof APIError) return describeStatus(error, provider, modelName);
  if (error instanceof SyntaxError)
    return failure('not-json', `sent a response that is not JSON. Check ${urlKey}.`);
  // The platform reports only this message when a socket closes. Any other TypeError is a programming error.
  if (error instanceof TypeError && error.message === 'terminated')
    return failure('stream-cut', 'lost the connection before the response was complete. Try again.');
  const isUpstream = error instanceof ModelBehaviorError || error instanceof UserError;
  return isUpstream ? describeUpstream(error, failure) : error;
}

function describeUpstream(error: Error, failure: (kind: FailureKind, what: string) => Error): Error {
  const terminal = error instanceof ModelBehaviorError ? TERMINAL_STATE.exec(error.message)?.[1] : undefined;
  if (terminal === 'incomplete')
    return failure(
      'incomplete',
      'ended its response before it was complete (response.incomplete): it reached the token limit, or its content filter stopped it. The response was not used. Increase maxTokens or change the request.',
    );
  if (terminal !== undefined)
    return failure(
      'server-error',
      `failed during its response (response.${terminal}). The response was not used. Try again later.`,
    );
  // The Agents SDK quotes the item after this word. Items may contain personal data.
  const [reason = ''] = error.message.split(/[.:]? Got (?:item|tool)/);
  return failure('setting', `does not support this: ${reason}`);
}

function describeStatus(error: APIError, provider: ProviderName, modelName: string): Error {
  const { apiKey, model } = PROVIDER_ENVIRONMENT[provider];
  const { status = 500, message } = error;
  const failure = (kind: FailureKind, what: string, remedy: string) =>
    providerFailure(provider, kind, `${what} (${message}). ${remedy}`, error);
  if (status === 401 || status === 403)
    return failure('key-refused', 'rejected the API key', `Correct ${apiKey.key}.`);
  if (status === 404) {
    const shutdown = findModelShutdown(modelName);
    const note = shutdown
      ? `Its announced shutdown date is ${shutdown.date}; its successor is "${shutdown.successor}". `
      : '';
    const remedy = `${note}Choose another with ${model.key} or getModel().`;
    return failure('model-not-found', `does not offer the model "${modelName}"`, remedy);
  }
  if (status === 429) return failure('rate-limited', 'limits the request rate', 'Wait and try again.');
  if (status >= 500) return failure('server-error', 'failed', 'Try again later.');
  return failure('request-refused', 'rejected the request', 'Change the request or choose another model.');
}

import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { SekishoError } from '@sekisho/engine';
import { PROVIDER_ENVIRONMENT } from './provider-env.ts';
import { ModelBehaviorError, UserError } from '../sdk/upstream.ts';
import { findModelShutdown } from './model-shutdowns.ts';
import type { ProviderConnection } from './provider-connection.ts';
import { providerFailure } from './provider-failure.ts';
import type { FailureKind } from './provider-failure.ts';

/**
 * Returns the coded error for a failed model call, with a remedy. Errors that do not concern the provider are
 * returned unchanged.
 */
export function describeFailure(error: unknown, connection: ProviderConnection, modelName: string): unknown {
  const { provider, baseUrl, timeoutMs } = connection;
  if (error instanceof SekishoError) return error;
  if (error instanceof APIConnectionTimeoutError) {
    const sentence = `Provider "${provider}" did not respond within ${timeoutMs} ms. Try again or increase AGENTS_REQUEST_TIMEOUT_MS.`;
    return providerFailure(provider, 'timeout', sentence, { cause: error });
  }
  if (error instanceof APIConnectionError) {
    const { key } = PROVIDER_ENVIRONMENT[provider].baseUrl;
    const sentence = `Provider "${provider}" cannot be reached at ${baseUrl}. Start it or correct ${key}.`;
    return providerFailure(provider, 'unreachable', sentence, { cause: error });
  }
  if (error instanceof APIError) return describeStatus(error, connection, modelName);
  const terminal = error instanceof ModelBehaviorError ? TERMINAL_STATE.exec(error.message)?.[1] : undefined;
  if (terminal === 'incomplete') {
    const sentence = `Provider "${provider}" ended its response before it was complete (response.incomplete): it reached the token limit, or its content filter stopped it. The response was not used. Increase maxTokens or change the request.`;
    return providerFailure(provider, 'incomplete', sentence, { cause: error });
  }
  if (terminal !== undefined) {
    const sentence = `Provider "${provider}" failed during its response (response.${terminal}). The response was not used. Try again later.`;
    return providerFailure(provider, 'server-error', sentence, { cause: error });
  }
  if (error instanceof UserError || error instanceof ModelBehaviorError) {
    // The Agents SDK quotes the item after this word. Items may contain personal data.
    const [reason = ''] = error.message.split(/[.:]? Got (?:item|tool)/);
    return providerFailure(provider, 'setting', `Provider "${provider}" does not support this: ${reason}`, {
      cause: error,
    });
  }
  if (error instanceof SyntaxError) {
    const sentence = `The response of provider "${provider}" is not JSON. Check ${PROVIDER_ENVIRONMENT[provider].baseUrl.key}.`;
    return providerFailure(provider, 'not-json', sentence, { cause: error });
  }
  // The platform reports only this message when a socket closes. Any other TypeError is a programming error.
  if (error instanceof TypeError && error.message === 'terminated') {
    const sentence = `The connection to provider "${provider}" was lost before the response was complete. Try again.`;
    return providerFailure(provider, 'stream-cut', sentence, { cause: error });
  }
  return error;
}

// The Agents SDK reports the final status of a response only in the text of its error.
const TERMINAL_STATE = /unsuccessful terminal state "(?:response\.)?([a-z_]+)"/;

function describeStatus(error: APIError, { provider }: ProviderConnection, modelName: string): Error {
  const { apiKey, model } = PROVIDER_ENVIRONMENT[provider];
  const { status = 500, message } = error;
  const fail = (kind: FailureKind, what: string, remedy: string) =>
    providerFailure(provider, kind, `Provider "${provider}" ${what} (${message}). ${remedy}`, {
      cause: error,
    });
  if (status === 401 || status === 403)
    return fail('key-refused', 'rejected the API key', `Correct ${apiKey.key}.`);
  if (status === 404) {
    const remedy = `${describeShutdown(modelName)}Choose another with ${model.key} or getModel().`;
    return fail('model-not-found', `does not offer the model "${modelName}"`, remedy);
  }
  if (status === 429) return fail('rate-limited', 'limits the request rate', 'Wait and try again.');
  if (status >= 500) return fail('server-error', 'failed', 'Try again later.');
  return fail('request-refused', 'rejected the request', 'Change the request or choose another model.');
}

function describeShutdown(modelName: string): string {
  const shutdown = findModelShutdown(modelName);
  return shutdown
    ? `Its announced shutdown date is ${shutdown.date}; its successor is "${shutdown.successor}". `
    : '';
}

import { type ErrorCode, SekishoError } from '@sekisho/engine';
import type { ProviderName } from './provider-name.ts';

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
 * response.
 */
export function providerFailure(
  provider: ProviderName,
  kind: FailureKind,
  sentence: string,
  options?: { cause?: unknown },
): SekishoError {
  return new SekishoError(FAILURE_CODES[kind], `${sentence} [${provider}/${kind}]`, {
    ...options,
    reason: kind,
  });
}

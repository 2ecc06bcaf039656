import { isAuditEnabled } from '@sekisho/responses';
import {
  ALLOWED_BASE_URLS_VARIABLE,
  readAllowedBaseUrls,
  type AllowedBaseUrls,
} from '../internal/allowed-base-urls.ts';

/** What the administrator of Dify's plugin daemon may set. */
export type PluginSettings = {
  readonly isAudited: boolean;
  readonly allowedBaseUrls: AllowedBaseUrls;
  readonly allowsPolling: boolean;
};

/** The one place that reads the environment. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>> = process.env,
): PluginSettings {
  return {
    isAudited: isAuditEnabled(env['OPENAI_GPT5_AUDIT_LOG']),
    allowedBaseUrls: readAllowedBaseUrls(env[ALLOWED_BASE_URLS_VARIABLE]),
    allowsPolling: isTrue(env['OPENAI_GPT5_ALLOW_POLLING']),
  };
}

function isTrue(value: string | undefined): boolean {
  return value?.trim().toLowerCase() === 'true';
}

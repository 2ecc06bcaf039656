import { isAuditEnabled } from '@sekisho/responses';
import {
  ALLOWED_BASE_URLS_VARIABLE,
  readAllowedBaseUrls,
  type AllowedBaseUrls,
} from '../internal/allowed-base-urls.ts';

/** The settings of the administrator of Dify's plugin daemon. */
export type PluginSettings = {
  readonly isAudited: boolean;
  readonly allowedBaseUrls: AllowedBaseUrls;
  readonly allowsPolling: boolean;
};

/** Reads the environment. No other module does. */
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

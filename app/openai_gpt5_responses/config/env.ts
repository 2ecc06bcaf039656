import { isAuditEnabled } from '@sekisho/responses';

/** What a person may set on Dify's plugin daemon. */
export type PluginSettings = { readonly isAudited: boolean };

/** The one place that reads the environment. */
export function readSettings(): PluginSettings {
  return { isAudited: isAuditEnabled(process.env['OPENAI_GPT5_AUDIT_LOG']) };
}

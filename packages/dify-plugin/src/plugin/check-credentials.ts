import { PluginError } from '../errors/plugin-error.ts';
import type { JsonRecord } from '../wire/json-record.ts';

/** Runs a credential check. Dify receives every failure as a credential error, independent of the thrown error. */
export async function checkCredentials(
  check: () => Promise<JsonRecord | void>,
  credentials: JsonRecord,
): Promise<JsonRecord> {
  try {
    return { result: true, credentials: { ...credentials, ...(await check()) } };
  } catch (cause) {
    if (!(cause instanceof PluginError)) throw cause;
    throw new PluginError('CredentialsValidateFailedError', cause.message, { cause });
  }
}

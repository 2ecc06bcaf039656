import type { SessionContext } from '@sekisho/dify-plugin';
import { createAuditLog, normalizeCredentials, ResponsesClient } from '@sekisho/responses';
import { refuseRedirects, requireAllowedBaseUrl } from './allowed-base-urls.ts';
import type { PluginParts } from './plugin-parts.ts';

/** A client for one request, and the key under which its reasoning is cached. */
export type OpenedClient = { readonly client: ResponsesClient; readonly apiKey: string };

/** Creates a client from Dify's credential form. Throws `invalid_argument` when the form is invalid. */
export function openClient(form: unknown, parts: PluginParts, context: SessionContext): OpenedClient {
  const credentials = normalizeCredentials(form);
  requireAllowedBaseUrl(credentials.baseUrl, parts.allowedBaseUrls);
  const client = new ResponsesClient({
    credentials,
    fetch: refuseRedirects(parts.fetch),
    audit: createAuditLog({
      enabled: parts.isAudited,
      write: (event) => context.log('INFO', JSON.stringify(event)),
    }),
  });
  return { client, apiKey: credentials.apiKey };
}

/** Checks that the key works by listing its models. */
export async function validateProviderCredentials(
  form: unknown,
  parts: PluginParts,
  context: SessionContext,
): Promise<void> {
  await openClient(form, parts, context).client.listModels({ signal: context.signal });
}

/** Checks that the key can use the model, with the cheapest possible request. */
export async function validateModelCredentials(
  { model, credentials }: { model: string; credentials: unknown },
  parts: PluginParts,
  context: SessionContext,
): Promise<void> {
  const { client } = openClient(credentials, parts, context);
  const result = await client.ping(model, { signal: context.signal });
  if (!result.ok) throw result.error;
}

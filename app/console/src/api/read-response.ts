import type { ClientResponse } from 'hono/client';

/** The body of a successful response. The console's `fetch` throws for all others. */
type ResponseBody<Response> =
  // The brackets prevent distribution over the statuses of a union, which could yield a successful one.
  Response extends ClientResponse<infer Body, infer Status, 'json'>
    ? [Status] extends [200 | 201]
      ? Body
      : never
    : never;

/** Awaits the typed client's response and parses its JSON. */
export async function readResponse<Response>(request: Promise<Response>): Promise<ResponseBody<Response>>;
export async function readResponse(request: Promise<{ json(): Promise<unknown> }>): Promise<unknown> {
  const response = await request;
  return response.json();
}

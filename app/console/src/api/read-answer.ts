import type { ClientResponse } from 'hono/client';

/** What a route answers when it does what was asked. Refusals are thrown by the console's `fetch`. */
type Answer<Response> =
  // In brackets, so that a refusal of any status is not taken apart into one that could be a success.
  Response extends ClientResponse<infer Body, infer Status, 'json'>
    ? [Status] extends [200 | 201]
      ? Body
      : never
    : never;

/** Waits for the typed client's answer and reads its JSON. */
export async function readAnswer<Response>(request: Promise<Response>): Promise<Answer<Response>>;
export async function readAnswer(request: Promise<{ json(): Promise<unknown> }>): Promise<unknown> {
  const response = await request;
  return response.json();
}

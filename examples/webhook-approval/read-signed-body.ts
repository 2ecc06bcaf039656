import { createHmac, timingSafeEqual } from 'node:crypto';

const MAX_AGE_SEC = 300;

/** The signature that a sender puts on a body, in the form that Slack made common. */
export function signBody(secret: string, timestamp: string, body: string): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
}

/** The body of a request, or undefined when it is not signed with our secret, or was signed too long ago. */
export async function readSignedBody(
  request: Request,
  { secret, nowSec }: { readonly secret: string; readonly nowSec: number },
): Promise<string | undefined> {
  const timestamp = request.headers.get('x-request-timestamp') ?? '';
  const given = Buffer.from(request.headers.get('x-signature') ?? '');
  const body = await request.text();
  const expected = Buffer.from(signBody(secret, timestamp, body));
  // The age is checked too, because a signature that was once seen stays right for ever.
  const isFresh = Math.abs(nowSec - Number(timestamp)) <= MAX_AGE_SEC;
  return isFresh && given.length === expected.length && timingSafeEqual(given, expected) ? body : undefined;
}

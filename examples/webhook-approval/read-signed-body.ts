import { createHmac, timingSafeEqual } from 'node:crypto';

const MAX_AGE_SEC = 300;

/** Returns the signature of a body in the format of Slack. */
export function signBody(secret: string, timestamp: string, body: string): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
}

/** Returns the body of a request, or undefined when its signature is invalid or too old. */
export async function readSignedBody(
  request: Request,
  { secret, nowSec }: { readonly secret: string; readonly nowSec: number },
): Promise<string | undefined> {
  const timestamp = request.headers.get('x-request-timestamp') ?? '';
  const given = Buffer.from(request.headers.get('x-signature') ?? '');
  const body = await request.text();
  const expected = Buffer.from(signBody(secret, timestamp, body));
  // The age is checked because a recorded signature stays valid.
  const isFresh = Math.abs(nowSec - Number(timestamp)) <= MAX_AGE_SEC;
  return isFresh && given.length === expected.length && timingSafeEqual(given, expected) ? body : undefined;
}

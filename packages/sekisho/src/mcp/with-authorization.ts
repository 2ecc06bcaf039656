import { UnauthorizedError } from '@modelcontextprotocol/client';

const MAX_CONSENTS = 2;

/** Tries, and after each refusal for want of a user's consent asks for it and tries again, a few times at most. */
export async function withAuthorization<T>(
  attempt: () => Promise<T>,
  authorize: (() => Promise<void>) | undefined,
): Promise<T> {
  for (let consents = 0; ; consents += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || !authorize || consents >= MAX_CONSENTS) throw error;
      await authorize();
    }
  }
}

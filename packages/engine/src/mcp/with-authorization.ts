import { UnauthorizedError } from '@modelcontextprotocol/client';

const MAX_CONSENTS = 2;

/**
 * Runs an operation. After each rejection that requires the user's consent it requests the consent and runs the
 * operation again, a limited number of times.
 */
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

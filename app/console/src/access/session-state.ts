import type { ConsoleClient } from '../api/console-client.ts';
import type { InferResponseType } from 'hono/client';

/** The signed-in person, their role, and the mode of the server. */
export type Session = InferResponseType<ConsoleClient['api']['session']['$get'], 200>;

/**
 * Signed in; signed out by the server while the console is open (`ended`), with the last session; or out: `never` signed
 * in, or the person `left`.
 */
export type SessionState =
  | { readonly kind: 'in' | 'ended'; readonly session: Session }
  | { readonly kind: 'out'; readonly why: 'never' | 'left' };

/** The key of the state in the query cache. */
export const SESSION_KEY = ['session'] as const;

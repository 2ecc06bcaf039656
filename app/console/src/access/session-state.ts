import type { ConsoleClient } from '../api/console-client.ts';
import type { InferResponseType } from 'hono/client';

/** The signed-in person, their role, and the mode of the server. */
export type Session = InferResponseType<ConsoleClient['api']['session']['$get'], 200>;

/** Signed in, or the reason why not: `never` signed in, the session `ended`, or the person `left`. */
export type SessionState =
  | { readonly kind: 'in'; readonly session: Session }
  | { readonly kind: 'out'; readonly why: 'never' | 'ended' | 'left' };

/** The key of the state in the query cache. */
export const SESSION_KEY = ['session'] as const;

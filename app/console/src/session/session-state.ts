import type { ConsoleClient } from '../api/console-client.ts';
import type { InferResponseType } from 'hono/client';

/** Who is signed in, with which role, and how this server runs. */
export type Session = InferResponseType<ConsoleClient['api']['session']['$get'], 200>;

/** Signed in, or not and why: `never` was, the session `ended`, or the person `left`. */
export type SessionState =
  | { readonly kind: 'in'; readonly session: Session }
  | { readonly kind: 'out'; readonly why: 'never' | 'ended' | 'left' };

/** Where the state is kept in the query cache. */
export const SESSION_KEY = ['session'] as const;

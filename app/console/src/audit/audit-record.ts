import type { InferResponseType } from 'hono/client';
import type { ConsoleClient } from '../api/console-client.ts';

type Audit = ConsoleClient['api']['audit'];

/** One page of records. */
export type AuditPage = InferResponseType<Audit['$get'], 200>;

/** One record. */
export type AuditRecord = AuditPage['items'][number];

/** The result of a verification of the chain. */
export type Verification = InferResponseType<Audit['verify']['$post'], 200>;

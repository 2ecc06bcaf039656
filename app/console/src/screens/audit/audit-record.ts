import type { InferResponseType } from 'hono/client';
import type { ConsoleClient } from '../../api/console-client.ts';

type Audit = ConsoleClient['api']['audit'];

/** One page of records. */
export type AuditPage = InferResponseType<Audit['$get'], 200>;

/** One record. */
export type AuditRecord = AuditPage['items'][number];

/** What a check of the chain has found. */
export type Verification = InferResponseType<Audit['verify']['$post'], 200>;

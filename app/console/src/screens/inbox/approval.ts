import type { InferRequestType, InferResponseType } from 'hono/client';
import type { ConsoleClient } from '../../api/console-client.ts';

type Approvals = ConsoleClient['api']['approvals'];

/** One page of requests. */
export type ApprovalPage = InferResponseType<Approvals['$get'], 200>;

/** A request as the list shows it. */
export type ApprovalSummary = ApprovalPage['items'][number];

/** A request with everything a person needs to decide. */
export type ApprovalDetail = InferResponseType<Approvals[':approval_id']['$get'], 200>;

/** Where one value of the arguments came from. */
export type ValueSource = ApprovalDetail['sources'][number];

/** What a person says about one request. */
export type DecisionBody = InferRequestType<Approvals[':approval_id']['decision']['$post']>['json'];

/** What became of it. */
export type DecisionResult = InferResponseType<Approvals[':approval_id']['decision']['$post'], 200>;

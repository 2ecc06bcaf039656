import type { InferRequestType, InferResponseType } from 'hono/client';
import type { ConsoleClient } from '../api/console-client.ts';

type Approvals = ConsoleClient['api']['approvals'];

/** One page of requests. */
export type ApprovalPage = InferResponseType<Approvals['$get'], 200>;

/** A request in the list. */
export type ApprovalSummary = ApprovalPage['items'][number];

/** A request with all data that a decision needs. */
export type ApprovalDetail = InferResponseType<Approvals[':approval_id']['$get'], 200>;

/** The origin of one value of the arguments. */
export type ValueSource = ApprovalDetail['sources'][number];

/** The decision about one request. */
export type DecisionBody = InferRequestType<Approvals[':approval_id']['decision']['$post']>['json'];

/** The result of a decision. */
export type DecisionResult = InferResponseType<Approvals[':approval_id']['decision']['$post'], 200>;

/** The progress of decisions that were made together. */
export type DecisionProgress = InferResponseType<ConsoleClient['api']['decisions'][':batch']['$get'], 200>;

/** A group of similar requests with its complete values. */
export type ApprovalGroup = InferResponseType<
  ConsoleClient['api']['approval-groups'][':key']['reading']['$post'],
  200
>;

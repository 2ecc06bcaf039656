import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from '@hono/zod-openapi';
import { ServiceError, serviceErrorStatuses } from '../errors/service-error.ts';
import { problemInJapanese, type ProblemCode } from './problem-in-japanese.ts';

/** An error in the format of RFC 9457. It never repeats the input of the client. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    title_ja: z.string(),
    status: z.number(),
    code: z.string(),
    requestId: z.string().optional(),
  })
  .catchall(z.unknown())
  .openapi('Problem');

/** The content of a problem. Without `titleJa`, the Japanese title is that of the code. */
export type Problem = {
  status: ContentfulStatusCode;
  code: ProblemCode;
  title: string;
  titleJa?: string;
  facts?: object;
};

/** Returns the problem for the client, without its facts. */
export function describeProblem({ status, code, title, titleJa }: Problem) {
  return { title, title_ja: titleJa ?? problemInJapanese[code], status, code };
}

/** Sends a problem and, where retrying helps, a Retry-After header. */
export function sendProblem(context: Context, problem: Problem): Response {
  const { retryAfterMs, ...shown }: { retryAfterMs?: unknown } = { ...problem.facts };
  if (typeof retryAfterMs === 'number') {
    context.header('Retry-After', String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
  }
  const requestId: unknown = context.get('requestId');
  const body = { type: 'about:blank', ...describeProblem(problem), requestId, ...shown };
  return context.body(JSON.stringify(body), problem.status, { 'Content-Type': 'application/problem+json' });
}

/** Converts any thrown value to a problem. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ServiceError) {
    const { code, message: title, facts } = error;
    return { status: serviceErrorStatuses[code], code, title, facts };
  }
  if (error instanceof HTTPException) {
    const { status } = error;
    if (status === 413) return { status, code: 'BodyTooLarge', title: 'The request body is too large.' };
    return { status: 400, code: 'InvalidRequest', title: 'The request cannot be parsed.' };
  }
  return { status: 500, code: 'Internal', title: 'An internal error occurred. It was logged.' };
}

/** The part of a request that is invalid. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

type Issue = { path: readonly PropertyKey[]; code: string; message: string; keys?: readonly string[] };

const MAX_ERRORS = 20;
const MAX_KEY_LENGTH = 64;

/** Creates the problem of a request that does not match its schema: path, rule and suggestion, never a value. */
export function validationProblem(error: { issues: readonly Issue[] }, part: RequestPart): Problem {
  const errors = error.issues.flatMap((issue) => describeIssue(issue, part)).slice(0, MAX_ERRORS);
  return {
    status: 400,
    code: 'InvalidRequest',
    title: 'The request does not match its schema.',
    facts: { errors },
  };
}

/** Creates one entry for each field. `$` is the whole part of the request. */
function describeIssue({ path, code: rule, message, keys }: Issue, part: RequestPart) {
  if (keys === undefined) return [{ in: part, path: writePath(path), rule, message }];
  const lines = message.split('\n');
  return keys.map((key, index) => ({
    in: part,
    path: writePath([...path, key.slice(0, MAX_KEY_LENGTH)]),
    rule,
    message: lines[index] ?? message,
  }));
}

const writePath = (path: readonly PropertyKey[]) => (path.length === 0 ? '$' : path.map(String).join('.'));

const PARTS: Readonly<Record<string, RequestPart>> = { query: 'query', param: 'path', header: 'header' };

/** Responds to a request that does not match its schema. Hono names the parts of a request differently. */
export function refuseInvalid(
  result: { success: true } | { success: false; target: string; error: { issues: readonly Issue[] } },
  context: Context,
): Response | undefined {
  if (result.success) return undefined;
  return sendProblem(context, validationProblem(result.error, PARTS[result.target] ?? 'body'));
}

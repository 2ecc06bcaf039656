import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from '@hono/zod-openapi';
import { ServiceError, serviceErrorStatuses } from '../application/service-error.ts';
import { problemInJapanese, type ProblemCode } from './problem-in-japanese.ts';

/** An error as RFC 9457 writes it; it never repeats what the client sent. */
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

/** What goes into a problem; in Japanese it says what its code means unless there is more to say. */
export type Problem = {
  status: ContentfulStatusCode;
  code: ProblemCode;
  title: string;
  titleJa?: string;
  facts?: object;
};

/** What a client reads about a problem, besides its facts. */
export function describeProblem({ status, code, title, titleJa }: Problem) {
  return { title, title_ja: titleJa ?? problemInJapanese[code], status, code };
}

/** Answers with a problem and, where waiting helps, says how long. */
export function sendProblem(context: Context, problem: Problem): Response {
  const { retryAfterMs, ...shown }: { retryAfterMs?: unknown } = { ...problem.facts };
  if (typeof retryAfterMs === 'number') {
    context.header('Retry-After', String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
  }
  const requestId: unknown = context.get('requestId');
  const body = { type: 'about:blank', ...describeProblem(problem), requestId, ...shown };
  return context.body(JSON.stringify(body), problem.status, { 'Content-Type': 'application/problem+json' });
}

/** Finds the problem in whatever was thrown. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ServiceError) {
    const { code, message: title, facts } = error;
    return { status: serviceErrorStatuses[code], code, title, facts };
  }
  if (error instanceof HTTPException) {
    const { status } = error;
    if (status === 413) return { status, code: 'BodyTooLarge', title: 'The body is too large.' };
    return { status: 400, code: 'InvalidRequest', title: 'The request is not readable.' };
  }
  return { status: 500, code: 'Internal', title: 'Something went wrong here. It was recorded.' };
}

/** The problem of a request that does not fit its schema: where and which rule, never the value. */
export function validationProblem(error: {
  issues: readonly { path: readonly PropertyKey[]; code: string }[];
}): Problem {
  const errors = error.issues.slice(0, 20).map(({ path, code }) => ({ path: path.join('.'), rule: code }));
  return {
    status: 400,
    code: 'InvalidRequest',
    title: 'The request does not fit its schema.',
    facts: { errors },
  };
}

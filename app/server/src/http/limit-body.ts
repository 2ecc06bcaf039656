import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { sendProblem } from './problem.ts';

/** Rejects bodies that are larger than `maxSize` bytes. */
export function limitBody(maxSize: number): MiddlewareHandler {
  const measure = bodyLimit({ maxSize, onError: refuse });
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return measure(c, next);
    // The HTTP parser enforces Content-Length, and reading the body here would cost more than the route.
    return Number(length) <= maxSize ? next() : refuse(c);
  };
}

function refuse(c: Context): Response {
  return sendProblem(c, { status: 413, code: 'BodyTooLarge', title: 'The request body is too large.' });
}

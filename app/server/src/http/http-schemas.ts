import { createRoute, z, type RouteConfig } from '@hono/zod-openapi';
import { problemSchema } from './problem.ts';

/** A text that can be sent and stored unchanged: it contains no lone surrogate. */
export const wellFormedSchema = z.string().refine((text) => text.isWellFormed());
/** A name or a title. */
export const shortTextSchema = wellFormedSchema.trim().min(1).max(200);

/** A time in a response. */
export const timestampSchema = z.iso.datetime().openapi({ example: '2026-11-17T05:00:00.000Z' });
/** The version of a stored item. */
export const versionSchema = z.int().min(1).openapi({ example: 1 });

/** The paging parameters of a list. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50).openapi({ example: 20 }),
  cursor: z.string().max(20).optional().openapi({ example: '41' }),
});

/** The paging and search parameters of a list. A blank text matches everything. */
export const searchQuerySchema = pageQuerySchema.extend({
  q: wellFormedSchema.trim().max(200).optional().openapi({ example: '採用' }),
});

/** The version to delete. Another current version is a conflict. */
export const versionQuerySchema = z.object({
  version: z.coerce.number().int().min(1).optional().openapi({ example: 1 }),
});

/** An id in a URL. */
export const idSchema = z.string().max(64).openapi({ example: '0b9a3c1e-5f0d-4e0b-9a55-2f6f3a1f7c10' });

/** A page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), cursor: z.string().nullable() });

/** A required JSON body. */
export const body = <T extends z.ZodType>(schema: T) => ({
  content: { 'application/json': { schema } },
  required: true,
});

/** A JSON response. */
export const answer = <T extends z.ZodType>(schema: T, description: string) => ({
  content: { 'application/json': { schema } },
  description,
});

/** The JSON response with status 200. */
export const returns = <T extends z.ZodType>(schema: T, description: string) => ({
  200: answer(schema, description),
});

/** The JSON response with status 201. */
export const creates = <T extends z.ZodType>(schema: T, description: string) => ({
  201: answer(schema, description),
});

/** The response without a body. */
export const noContent = { 204: { description: 'Done' } };

/** The response to a deletion. */
export const deleted = { 204: { description: 'Deleted' } };

/** A streamed response. */
export const streamed = (type: 'text/event-stream' | 'application/x-ndjson', description: string) => ({
  content: { [type]: { schema: z.string() } },
  description,
});

/** The error response of every route. */
export const problems = {
  default: { content: { 'application/problem+json': { schema: problemSchema } }, description: 'A problem' },
};

const routesOf =
  <const Method extends RouteConfig['method']>(method: Method) =>
  <
    const Path extends string,
    Request extends NonNullable<RouteConfig['request']>,
    Responses extends RouteConfig['responses'],
  >(
    path: Path,
    request: Request,
    responses: Responses,
  ) =>
    createRoute({ method, path, request, responses: { ...responses, ...problems } });

/** Define a route by its path, its request and its responses. Every route can also respond with a problem. */
export const get = routesOf('get');
export const post = routesOf('post');
export const put = routesOf('put');
export const patch = routesOf('patch');
export const remove = routesOf('delete');

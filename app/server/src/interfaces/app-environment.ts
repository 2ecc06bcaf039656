import { OpenAPIHono } from '@hono/zod-openapi';
import { refuseInvalid } from './problem.ts';

/** What the middleware leaves for the routes. */
export type AppEnvironment = {
  Variables: {
    userId: string;
    requestId: string;
    /** Asks again who sent this request; undefined when they may no longer be here. */
    findUser: () => Promise<string | undefined>;
  };
};

/** A router that answers a request that does not fit with a problem. */
export function createRouter(): OpenAPIHono<AppEnvironment> {
  return new OpenAPIHono<AppEnvironment>({ defaultHook: refuseInvalid });
}

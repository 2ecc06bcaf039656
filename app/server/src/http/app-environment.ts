import { OpenAPIHono } from '@hono/zod-openapi';
import { refuseInvalid } from './problem.ts';

/** The context values that the middleware sets for the routes. */
export type AppEnvironment = {
  Variables: {
    userId: string;
    requestId: string;
    /** Authenticates the sender of this request again. Undefined when access has ended. */
    findUser: () => Promise<string | undefined>;
  };
};

/** Creates a router that responds to an invalid request with a problem. */
export function createRouter(): OpenAPIHono<AppEnvironment> {
  return new OpenAPIHono<AppEnvironment>({ defaultHook: refuseInvalid });
}

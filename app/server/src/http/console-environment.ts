import { OpenAPIHono } from '@hono/zod-openapi';
import type { Identity } from '../identity/identity.ts';
import { consoleProblem } from './console-problem.ts';
import { refuseInvalid, sendProblem } from './problem.ts';

/** The context values that the guards set for the console's routes. */
export type ConsoleEnvironment = {
  Variables: { identity: Identity; userId: string; requestId: string };
};

/** Creates a router that responds to errors with problems. Unknown paths are left to the enclosing app. */
export function createConsoleRouter(): OpenAPIHono<ConsoleEnvironment> {
  const router = new OpenAPIHono<ConsoleEnvironment>({ defaultHook: refuseInvalid });
  router.onError((error, context) => {
    const problem = consoleProblem(error);
    if (problem === undefined) throw error;
    return sendProblem(context, problem);
  });
  return router;
}

import { OpenAPIHono } from '@hono/zod-openapi';
import type { Identity } from '../../application/console/identity.ts';
import { refuseInvalid, sendProblem } from '../problem.ts';
import { consoleProblem } from './console-problem.ts';

/** What the guards leave for the console's routes. */
export type ConsoleEnvironment = {
  Variables: { identity: Identity; userId: string; requestId: string };
};

/** A router whose refusals are problems; what it does not know is left to the app around it. */
export function createConsoleRouter(): OpenAPIHono<ConsoleEnvironment> {
  const router = new OpenAPIHono<ConsoleEnvironment>({ defaultHook: refuseInvalid });
  router.onError((error, context) => {
    const problem = consoleProblem(error);
    if (problem === undefined) throw error;
    return sendProblem(context, problem);
  });
  return router;
}

import type { Agent, AgentRunner } from 'sekisho';
import { SekishoError } from 'sekisho';
import { z } from 'zod';

const messageSchema = z.object({ message: z.string().min(1).max(10_000) });
const decisionSchema = z.object({
  run_id: z.string(),
  approval_id: z.string(),
  decision: z.enum(['approve', 'deny']),
});

/** The exports of a Next.js route file. Any other server with fetch handlers can mount them. */
export interface Route {
  GET(request: Request): Promise<Response>;
  POST(request: Request): Promise<Response>;
  PATCH(request: Request): Promise<Response>;
}

/**
 * Creates the route: GET lists the pending requests, POST runs the agent, PATCH decides a request. `authenticate`
 * returns the user of a request.
 */
export function createRoute(
  runner: AgentRunner,
  agent: Agent,
  authenticate: (request: Request) => string | undefined,
): Route {
  const withUser =
    (work: (request: Request, user: string) => Promise<object>) =>
    async (request: Request): Promise<Response> => {
      const user = authenticate(request);
      if (user === undefined) return Response.json({ error: 'Sign in first.' }, { status: 401 });
      try {
        return Response.json(await work(request, user));
      } catch (error) {
        if (error instanceof z.ZodError || error instanceof SyntaxError) {
          return Response.json({ error: 'The body is invalid.' }, { status: 400 });
        }
        if (error instanceof SekishoError) return Response.json({ error: error.code }, { status: 409 });
        throw error;
      }
    };
  return {
    GET: withUser(async () => ({ requests: (await runner.getPendingApprovals()).map(toRequest) })),
    POST: withUser(async (request) => {
      const { message } = messageSchema.parse(await request.json());
      const { output_text: text, interruptions } = await runner.run(agent, message);
      return { text, requests: interruptions.map(toRequest) };
    }),
    PATCH: withUser(async (request, user) => {
      const { run_id: runId, approval_id: approvalId, decision } = decisionSchema.parse(await request.json());
      const options = { decision, by: { id: user } };
      const { output_text: text } = await runner.approveAndResume(runId, approvalId, options);
      return { text };
    }),
  };
}

interface PendingRequest {
  readonly run_id: string;
  readonly approval_id: string;
  readonly prompt: string;
}

// The response contains only the fields that the page needs, without arguments and tokens.
const toRequest = ({ run_id, approval_id, prompt }: PendingRequest): PendingRequest => ({
  run_id,
  approval_id,
  prompt,
});

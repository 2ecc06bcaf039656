import type { Agent, AgentRunner } from 'sekisho';
import { SekishoError } from 'sekisho';
import { z } from 'zod';

const askSchema = z.object({ message: z.string().min(1).max(10_000) });
const decideSchema = z.object({
  run_id: z.string(),
  approval_id: z.string(),
  decision: z.enum(['approve', 'deny']),
});

/** What a route file of Next.js exports, and what any other server that speaks fetch can mount. */
export interface Route {
  GET(request: Request): Promise<Response>;
  POST(request: Request): Promise<Response>;
  PATCH(request: Request): Promise<Response>;
}

/** GET lists the open questions, POST asks the agent, PATCH answers a question. `whoIs` is your authentication. */
export function makeRoute(
  runner: AgentRunner,
  agent: Agent,
  whoIs: (request: Request) => string | undefined,
): Route {
  const forUsers =
    (work: (request: Request, user: string) => Promise<object>) =>
    async (request: Request): Promise<Response> => {
      const user = whoIs(request);
      if (user === undefined) return Response.json({ error: 'Sign in first.' }, { status: 401 });
      try {
        return Response.json(await work(request, user));
      } catch (error) {
        if (error instanceof z.ZodError || error instanceof SyntaxError) {
          return Response.json({ error: 'The body is not as expected.' }, { status: 400 });
        }
        if (error instanceof SekishoError) return Response.json({ error: error.code }, { status: 409 });
        throw error;
      }
    };
  return {
    GET: forUsers(async () => ({ questions: (await runner.getPendingApprovals()).map(toQuestion) })),
    POST: forUsers(async (request) => {
      const { message } = askSchema.parse(await request.json());
      const { output_text: text, interruptions } = await runner.run(agent, message);
      return { text, questions: interruptions.map(toQuestion) };
    }),
    PATCH: forUsers(async (request, user) => {
      const { run_id: runId, approval_id: approvalId, decision } = decideSchema.parse(await request.json());
      const options = { decision, by: { id: user } };
      const { output_text: text } = await runner.approveAndResume(runId, approvalId, options);
      return { text };
    }),
  };
}

interface Question {
  readonly run_id: string;
  readonly approval_id: string;
  readonly prompt: string;
}

// Only what the page needs: arguments and tokens stay here.
const toQuestion = ({ run_id, approval_id, prompt }: Question): Question => ({
  run_id,
  approval_id,
  prompt,
});

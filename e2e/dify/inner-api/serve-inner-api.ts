import { Hono, type Context } from 'hono';
import { randomUUID } from 'node:crypto';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import { serveOnLoopback } from '../ground/serve-on-loopback.ts';
import { toFrame } from './frame.ts';

const llmRequestSchema = z.looseObject({
  tenant_id: z.string(),
  provider: z.string(),
  model: z.string(),
  completion_params: z.record(z.string(), z.unknown()).nullish(),
  prompt_messages: z.array(z.record(z.string(), z.unknown())),
  tools: z.array(z.record(z.string(), z.unknown())).nullish(),
  stop: z.array(z.string()).nullish(),
});
const toolRequestSchema = z.looseObject({
  tenant_id: z.string(),
  tool_type: z.string(),
  provider: z.string(),
  tool: z.string(),
  tool_parameters: z.record(z.string(), z.unknown()),
});

/** A plugin's model call, as the daemon sends it to Dify. */
export type InnerLlmRequest = z.infer<typeof llmRequestSchema>;
/** A plugin's tool call, as the daemon sends it to Dify. */
export type InnerToolRequest = z.infer<typeof toolRequestSchema>;

/** The handlers of calls to Dify. The plugin receives a thrown error as an error. */
export type InnerApiHandlers = {
  invokeLlm: (request: InnerLlmRequest) => AsyncIterable<unknown>;
  invokeTool: (request: InnerToolRequest) => AsyncIterable<unknown>;
};

/** The server for the daemon's calls to Dify, on loopback. */
export type InnerApi = { url: string; key: string; close: () => Promise<void> };

/** Serves the part of Dify's inner API that agents use. */
export async function serveInnerApi(handlers: InnerApiHandlers): Promise<InnerApi> {
  const key = randomUUID();
  const app = new Hono();
  app.use(async (context, next) => {
    if (context.req.header('X-Inner-Api-Key') !== key) return context.text('wrong key', 401);
    await next();
  });
  app.post('/inner/api/invoke/llm', async (context) =>
    answer(context, handlers.invokeLlm(llmRequestSchema.parse(await context.req.json()))),
  );
  app.post('/inner/api/invoke/tool', async (context) =>
    answer(context, handlers.invokeTool(toolRequestSchema.parse(await context.req.json()))),
  );
  const { url, close } = await serveOnLoopback(app);
  return { url, key, close };
}

function answer(context: Context, items: AsyncIterable<unknown>): Response {
  return stream(context, async (output) => {
    try {
      for await (const data of items) await output.write(toFrame({ data, error: '' }));
    } catch (error) {
      await output.write(toFrame({ data: null, error: error instanceof Error ? error.message : 'failed' }));
    }
  });
}

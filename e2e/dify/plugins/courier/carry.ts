import type { InvokeAgentStrategyRequest, PluginMessage, SessionContext } from '@sekisho/dify-plugin';
import { z } from 'zod';

const paramsSchema = z.looseObject({
  query: z.string(),
  model: z.looseObject({ provider: z.string(), model: z.string(), mode: z.string() }),
});

/** Streams the response of a model to the query, then the response of a tool to the model's text; `/logs 10` only logs. */
export async function* carry(
  request: InvokeAgentStrategyRequest,
  { dify }: SessionContext,
): AsyncGenerator<PluginMessage> {
  const { query, model } = paramsSchema.parse(request.agent_strategy_params);
  const [order, count] = query.split(' ');
  if (order === '/logs') {
    for (let index = 0; index < Number(count); index += 1) {
      yield { type: 'log', id: `log-${index}`, label: `LOG ${index}`, status: 'success' };
    }
    return;
  }
  let output = '';
  for await (const { delta } of dify.invokeLlm({
    provider: model.provider,
    model: model.model,
    mode: model.mode,
    prompt_messages: [{ role: 'user', content: query, name: null }],
  })) {
    const { content } = delta.message;
    if (typeof content !== 'string' || content === '') continue;
    output += content;
    yield { type: 'text', text: content };
  }
  const call = { tool_type: 'builtin', provider: 'test/shout/shout', tool: 'shout' } as const;
  for await (const message of dify.invokeTool({ ...call, tool_parameters: { words: output.trim() } })) {
    yield { type: 'forward', message };
  }
}

import { ToolMessage } from '@langchain/core/messages';
import { Command, isCommand, MemorySaver } from '@langchain/langgraph';
import { z } from 'zod';

/** The stored result of a tool: what the model reads, and the parts of the graph's own objects. */
const storedSchema = z.object({
  content: z.unknown(),
  /** The message or the update of the state, as LangGraph serializes it. */
  graph: z.string(),
});

// LangGraph exports its serializer only as a part of its checkpointers.
const { serde } = new MemorySaver();

/** Returns the result of a tool as JSON, so that it can be replayed in another process. */
export async function encodeResult(result: ToolMessage | Command): Promise<z.input<typeof storedSchema>> {
  const value = isCommand(result)
    ? { update: result.update, goto: result.goto, graph: result.graph }
    : { message: result };
  const [, bytes] = await serde.dumpsTyped(value);
  return {
    content: isCommand(result) ? result.update : result.content,
    graph: Buffer.from(bytes).toString('utf8'),
  };
}

/** Returns the result that was stored, for the call that is presented now. */
export async function decodeResult(
  stored: unknown,
  call: { readonly id?: string | undefined; readonly name: string },
) {
  const parsed = storedSchema.safeParse(stored);
  // A person stated the outcome of a call after a crash; there is no object of the graph.
  if (!parsed.success)
    return new ToolMessage({
      content: typeof stored === 'string' ? stored : JSON.stringify(stored),
      name: call.name,
      tool_call_id: call.id ?? '',
    });
  const value: unknown = await serde.loadsTyped('json', parsed.data.graph);
  const { message, update, goto, graph } = graphSchema.parse(value);
  return (
    message ??
    new Command({ ...(update && { update }), ...(goto && { goto }), ...(graph !== undefined && { graph }) })
  );
}

const graphSchema = z.object({
  message: z.custom<ToolMessage>((value) => ToolMessage.isInstance(value)).optional(),
  update: z.record(z.string(), z.unknown()).optional(),
  goto: z.union([z.string(), z.array(z.string())]).optional(),
  graph: z.string().optional(),
});

import { z } from 'zod';
import type { McpCallResult } from './mcp-client.ts';
import { mcpError } from './mcp-error.ts';

/** The values that a tool of the Agents SDK may return. */
export type ToolOutput = string | OutputPart[];

type OutputPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly image: string };

/** The server and tool, for error messages. */
interface ResultSource {
  readonly serverId: string;
  readonly tool: string;
  readonly maxBytes: number;
}

/** Converts the result of a call to the output of the Agents SDK. Throws AGENTS-E-MCP-EXEC if the tool failed. */
export function toToolOutput(result: McpCallResult, { serverId, tool, maxBytes }: ResultSource): ToolOutput {
  const about = { serverId, tool };
  if (Buffer.byteLength(JSON.stringify([result.content, result.structuredContent])) > maxBytes) {
    const what = `Its result is larger than ${maxBytes} bytes.`;
    const remedy = 'Request less, or increase maxResultBytes.';
    throw mcpError({ ...about, code: 'AGENTS-E-MCP-EXEC', what, remedy });
  }
  const parsed = z.array(contentSchema).safeParse(result.content);
  if (!parsed.success) {
    const what = `Its result is not valid. ${parsed.error.issues[0]?.message ?? ''}`;
    const remedy = 'Report it to the vendor of the server.';
    throw mcpError({ ...about, code: 'AGENTS-E-MCP-SCHEMA', what, remedy });
  }
  const parts = parsed.data.map(partOf);
  if (result.isError === true) {
    const what = `It failed: ${parts.map(textOf).join('\n')}`;
    const remedy = 'Read its message and change the arguments.';
    throw mcpError({ ...about, code: 'AGENTS-E-MCP-EXEC', what, remedy });
  }
  if (parts.length === 0)
    return result.structuredContent === undefined ? '' : JSON.stringify(result.structuredContent);
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' ? only.text : parts;
}

const contentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  z.object({ type: z.literal('audio'), mimeType: z.string() }),
  z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string() }),
  z.object({
    type: z.literal('resource'),
    resource: z.object({ uri: z.string(), text: z.string().optional() }),
  }),
]);

function partOf(content: z.infer<typeof contentSchema>): OutputPart {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: content.text };
    case 'image':
      return { type: 'image', image: `data:${content.mimeType};base64,${content.data}` };
    case 'audio':
      return { type: 'text', text: `[audio of type ${content.mimeType}, not shown]` };
    case 'resource_link':
      return { type: 'text', text: `[resource ${content.name}: ${content.uri}]` };
    case 'resource':
      return { type: 'text', text: content.resource.text ?? `[resource ${content.resource.uri}, not text]` };
  }
}

const textOf = (part: OutputPart): string => (part.type === 'text' ? part.text : '[image]');

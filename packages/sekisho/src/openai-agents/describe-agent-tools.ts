import { SekishoError, type ToolDescription } from '@sekisho/engine';
import { describeTool } from './describe-tool.ts';
import { mcpOriginOf, rememberOrigins, watchListings } from './mcp-origins.ts';
import { Agent, RunContext, type AnyAgent, type Tool } from './upstream.ts';

/**
 * Describes the tools of an agent outside of a run: its own tools and those of its MCP servers. Accepts an agent of
 * upstream or any object with a list of tools. Throws AGENTS-E-AGENT-CAPABILITY-RESOLVE for tools that cannot be read.
 */
export async function describeAgentTools(agent: unknown): Promise<ToolDescription[]> {
  const name = textIn(agent, 'name');
  const tools: unknown = Reflect.get(Object(agent), 'tools');
  if (!Array.isArray(tools)) {
    throw unresolved(
      `Agent "${name}" has no list of tools, so its capabilities are unknown. Pass an agent with its tools.`,
    );
  }
  return [...(agent instanceof Agent ? await mcpToolsOf(agent) : []), ...tools].map((tool: unknown) => {
    const described = describe(tool);
    if (described) return described;
    throw unresolved(
      `Agent "${name}" has a tool of the unknown kind "${textIn(tool, 'type') || typeof tool}". Remove it.`,
    );
  });
}

async function mcpToolsOf(agent: AnyAgent): Promise<readonly Tool[]> {
  const { mcpServers } = agent;
  if (mcpServers.length === 0) return [];
  try {
    watchListings(mcpServers);
    const runContext = new RunContext<unknown>(undefined);
    const tools = await agent.getMcpTools(runContext);
    await rememberOrigins(mcpServers, tools, { agent, runContext });
    return tools;
  } catch (cause) {
    throw unresolved(
      `The MCP servers of agent "${agent.name}" cannot list their tools. Connect them first.`,
      cause,
    );
  }
}

/** Describes one tool. A tool without a type is a plain object of the host and counts as a function. */
function describe(tool: unknown): ToolDescription | undefined {
  if (typeof tool !== 'object' || tool === null) return undefined;
  if (Reflect.has(tool, 'type')) return describeTool(tool, mcpOriginOf(tool));
  return textIn(tool, 'name') === '' ? undefined : describeTool({ ...tool, type: 'function' });
}

const textIn = (value: unknown, key: string) => {
  const text: unknown = Reflect.get(Object(value), key);
  return typeof text === 'string' ? text : '';
};

const unresolved = (message: string, cause?: unknown) =>
  new SekishoError('AGENTS-E-AGENT-CAPABILITY-RESOLVE', message, cause === undefined ? undefined : { cause });

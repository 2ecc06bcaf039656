import type { EngineContext } from '@sekisho/engine/integration';
import { isTrustedSource } from '@sekisho/engine/integration';
import { describeTool } from './describe-tool.ts';
import type { IsTrusted } from './feed-history.ts';
import { Agent } from './upstream.ts';

/** Returns whether a result in a saved state is trusted, by the agent that called the tool. Tools of MCP servers are unknown here. */
export function trustedToolsOf({ withManifest }: Pick<EngineContext, 'withManifest'>): IsTrusted {
  return (toolName, agent) =>
    agent instanceof Agent &&
    agent.tools.some((tool) => {
      const description = describeTool(tool);
      return description?.name === toolName && isTrustedSource(withManifest(description));
    });
}

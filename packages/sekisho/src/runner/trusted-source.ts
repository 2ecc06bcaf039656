import type { ToolDescription } from '@sekisho/engine';
import { describeTool } from '../sdk/describe-tool.ts';
import { Agent } from '../sdk/upstream.ts';
import type { IsTrusted } from './feed-history.ts';
import type { SessionSettings } from './session-settings.ts';

/** Returns whether the owner of a tool declared that its results are trusted. */
export function isTrustedSource({ manifest }: Pick<ToolDescription, 'manifest'>): boolean {
  return manifest?.trusted_source === true && manifest.origin !== 'guess';
}

/** The same for the results in a saved state, by the agent that called the tool. Tools of MCP servers are unknown here. */
export function trustedToolsOf({ withManifest }: Pick<SessionSettings, 'withManifest'>): IsTrusted {
  return (toolName, agent) =>
    agent instanceof Agent &&
    agent.tools.some((tool) => {
      const description = describeTool(tool);
      return description?.name === toolName && isTrustedSource(withManifest(description));
    });
}

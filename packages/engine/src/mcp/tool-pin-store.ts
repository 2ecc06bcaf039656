import type { McpToolPin } from './mcp-tool-pin.ts';

/** Stores accepted definitions, one pin for each tool of each server. A new pin replaces the old one. */
export interface ToolPinStore {
  list(serverId: string): Promise<readonly McpToolPin[]>;
  put(pin: McpToolPin): Promise<void>;
}

import type { McpToolPin } from '../contracts/mcp-tool-pin.ts';

/** Where accepted definitions are kept. One pin for each tool of each server; a new one takes the place of the old. */
export interface ToolPinStore {
  list(serverId: string): Promise<readonly McpToolPin[]>;
  put(pin: McpToolPin): Promise<void>;
}

import type { McpToolPin } from './mcp-tool-pin.ts';
import type { ToolPinStore } from './tool-pin-store.ts';

/** Stores pins in memory. After a restart, every tool is new. */
export class MemoryToolPinStore implements ToolPinStore {
  readonly #pins = new Map<string, Map<string, McpToolPin>>();

  async list(serverId: string): Promise<readonly McpToolPin[]> {
    return [...(this.#pins.get(serverId)?.values() ?? [])];
  }

  async put(pin: McpToolPin): Promise<void> {
    const pins = this.#pins.get(pin.server_id) ?? new Map<string, McpToolPin>();
    this.#pins.set(pin.server_id, pins.set(pin.tool_name, pin));
  }
}

import type { McpCapability } from '@sekisho/engine';
import type { Check, Finding } from './finding.ts';

/** The parts of a gateway that are checked. */
export interface ServersToCheck {
  readonly serverIds: readonly string[];
  introspect(serverId: string): Promise<readonly McpCapability[]>;
}

/** Checks each MCP server: whether it responds, and whether a tool changed since it was accepted. */
export function mcpChecks(gateway: ServersToCheck | undefined): Record<string, Check> {
  if (!gateway) return {};
  return Object.fromEntries(
    gateway.serverIds.map((id) => [`mcp.${id}`, async () => examine(id, await gateway.introspect(id))]),
  );
}

function examine(serverId: string, tools: readonly McpCapability[]): Finding[] {
  const how = `tools/list of ${serverId}`;
  const doubtful = tools.filter(({ state }) => state === 'changed' || state === 'refused');
  if (doubtful.length === 0) {
    const found = {
      en: `${serverId} responds with ${tools.length} tools.`,
      ja: `${serverId} は ${tools.length} 個のツールで応答しています。`,
    };
    return [{ id: `mcp.${serverId}`, level: 'ok', found, how }];
  }
  return doubtful.map(({ name, state }) => ({
    id: `mcp.${serverId}.${name}`,
    level: 'warning',
    found: { en: `Tool ${name} is ${state}.`, ja: `ツール ${name} の状態は ${state} です。` },
    how,
    remedy: {
      en: 'Compare its definition with the one that was accepted, then accept it or remove the server.',
      ja: '承認済みの定義と比較し、受け入れるかサーバーを外してください。',
    },
  }));
}

import { join } from 'node:path';
import { FileToolPinStore, McpGateway, type McpServerConfig, type ToolPinStore } from '@sekisho/engine';
import { digestOf } from '@sekisho/engine/integration';
import type { ProxySettings } from './proxy-config.ts';

/** How long a listed definition counts as current for calls. A server that reports a change is listed again at once. */
const RELIST_AFTER_MS = 10_000;

/** Creates the gateway to the servers of a proxy, with the definitions of tools that are accepted in this folder. */
export function openGateway(
  { servers, scopes, trustOnFirstUse }: Pick<ProxySettings, 'servers' | 'scopes' | 'trustOnFirstUse'>,
  directory: string,
): McpGateway {
  return new McpGateway({
    pins: pinsOf(servers, new FileToolPinStore(join(directory, 'pins'))),
    scopes,
    trustOnFirstUse,
    limits: { callTimeoutMs: 3_600_000, maxResultBytes: 8 * 1024 * 1024, relistAfterMs: RELIST_AFTER_MS },
  });
}

/** The pins of a server belong to its command or URL: other projects of the user have other servers with the same name. */
function pinsOf(servers: readonly McpServerConfig[], store: ToolPinStore): ToolPinStore {
  const keys = new Map(
    servers.map((server) => [server.server_id, `${server.server_id} ${digestOf(placeOf(server))}`]),
  );
  const keyOf = (id: string) => keys.get(id) ?? id;
  return {
    list: async (id) => (await store.list(keyOf(id))).map((pin) => ({ ...pin, server_id: id })),
    put: (pin) => store.put({ ...pin, server_id: keyOf(pin.server_id) }),
  };
}

function placeOf(server: McpServerConfig): object {
  return 'url' in server
    ? { url: server.url }
    : { command: server.command, args: server.args, cwd: server.cwd };
}

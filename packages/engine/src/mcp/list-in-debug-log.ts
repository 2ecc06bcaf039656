import { createDebugLog } from '../audit/debug-log.ts';
import { readEnv, readLogLevel } from '../config/env.ts';
import type { McpToolDefinition } from './tools/mcp-tool.ts';
import type { McpServerSession } from './mcp-server-session.ts';

/** Lists the tools of a server and writes the duration to the debug log if AGENTS_LOG_LEVEL=debug. */
export async function listInDebugLog(session: McpServerSession): Promise<readonly McpToolDefinition[]> {
  const debug = createDebugLog(readLogLevel(readEnv()).level);
  if (!debug) return session.list();
  const started = performance.now();
  let ok = false;
  try {
    const listed = await session.list();
    ok = true;
    return listed;
  } finally {
    const ms = Math.round(performance.now() - started);
    debug('mcp.response', { server: session.server.server_id, method: 'tools/list', ms, ok });
  }
}

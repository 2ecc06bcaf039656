import type { Pool } from 'pg';
import { SekishoError, type McpToolPin, type ToolPinStore } from '@sekisho/engine';
import { z } from 'zod';
import { statement } from './database/database.ts';
import { LazyDatabase, type TenantOptions } from './schema/lazy-database.ts';
import { textOf, type Row } from './rows/row-values.ts';
import { storedText } from '@sekisho/engine/store-adapter';

/** Accepted tool definitions shared by all processes. */
export class PostgresToolPinStore implements ToolPinStore {
  readonly #database: LazyDatabase;

  constructor(pool: Pool, options: TenantOptions = {}) {
    this.#database = new LazyDatabase(pool, options);
  }

  async list(serverId: string): Promise<readonly McpToolPin[]> {
    const { schema, tenant } = this.#database;
    const database = await this.#database.get();
    const rows = await database.ask(
      statement(
        `select tool_name, body from ${schema}.tool_pins where tenant = $1 and server_id = $2 order by tool_name`,
      ),
      [tenant, storedText(serverId)],
    );
    return rows.map((row) => readPin(row, serverId));
  }

  async put(pin: McpToolPin): Promise<void> {
    const { schema, tenant } = this.#database;
    const database = await this.#database.get();
    await database.ask(
      statement(
        `insert into ${schema}.tool_pins (tenant, server_id, tool_name, body) values ($1, $2, $3, $4)
         on conflict (tenant, server_id, tool_name) do update set body = excluded.body`,
      ),
      [tenant, storedText(pin.server_id), storedText(pin.tool_name), JSON.stringify(pin)],
    );
  }
}

const pinSchema = z.strictObject({
  server_id: z.string(),
  tool_name: z.string(),
  definition_digest: z.string(),
  definition: z.looseObject({ name: z.string() }),
  accepted_by: z.string().min(1),
  accepted_at: z.number().int(),
});

/** An unreadable pin is an error: treating it as absent would make a changed tool look new. */
function readPin(row: Row, serverId: string): McpToolPin {
  const toolName = textOf(row, 'tool_name');
  try {
    const pin: McpToolPin = JSON.parse(textOf(row, 'body'));
    pinSchema.parse(pin);
    if (pin.server_id === serverId && pin.tool_name === toolName) return pin;
  } catch (cause) {
    throw unreadable(toolName, cause);
  }
  throw unreadable(toolName, new Error('The row belongs to another tool.'));
}

function unreadable(toolName: string, cause: unknown): SekishoError {
  return new SekishoError(
    'AGENTS-E-STORE',
    `The accepted MCP tool definition of "${toolName}" cannot be read. Remove it, then accept the tool again.`,
    { cause },
  );
}

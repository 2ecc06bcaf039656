import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalJson, digestOfText } from '../../checks/digest.ts';
import { propertyOf } from '../../wire/json-value.ts';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { mcpToolDefinitionSchema } from './mcp-tool.ts';

/** An accepted tool definition, with who accepted it and when. */
const mcpToolPinSchema = z.strictObject({
  server_id: z.string(),
  tool_name: z.string(),
  definition_digest: z.string(),
  definition: mcpToolDefinitionSchema,
  accepted_by: z.string().min(1),
  accepted_at: z.number().int(),
});

/** An accepted definition. */
export type McpToolPin = z.infer<typeof mcpToolPinSchema>;

/** Stores accepted definitions, one pin for each tool of each server. A new pin replaces the old one. */
export interface ToolPinStore {
  list(serverId: string): Promise<readonly McpToolPin[]>;
  put(pin: McpToolPin): Promise<void>;
}

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

/**
 * Stores pins in a directory, with a subdirectory for each server and a JSON file for each tool. Each file is
 * replaced atomically, so that processes can accept different tools at the same time.
 */
export class FileToolPinStore implements ToolPinStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async list(serverId: string): Promise<readonly McpToolPin[]> {
    const folder = this.#folder(serverId);
    const files = await readdir(folder).catch((cause: unknown) => {
      if (isMissing(cause)) return [];
      throw storeError(folder, cause);
    });
    return Promise.all(
      files.filter((file) => file.endsWith('.json')).map((file) => readPin(join(folder, file), serverId)),
    );
  }

  async put(pin: McpToolPin): Promise<void> {
    const folder = this.#folder(pin.server_id);
    const path = join(folder, `${digestOfText(pin.tool_name)}.json`);
    const draft = join(folder, `${randomUUID()}.draft`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(canonicalJson(pin));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch (cause) {
      await rm(draft, { force: true });
      throw storeError(path, cause);
    }
  }

  // The id is hashed because some file systems ignore case.
  #folder(serverId: string): string {
    return join(this.#directory, digestOfText(serverId));
  }
}

/** Reads a pin. An unreadable pin is an error, because a changed tool would otherwise be treated as new. */
async function readPin(path: string, serverId: string): Promise<McpToolPin> {
  try {
    const pin = mcpToolPinSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    if (pin.server_id === serverId) return pin;
  } catch (cause) {
    throw storeError(path, cause);
  }
  throw storeError(path, new Error('The file belongs to another server.'));
}

const storeError = (path: string, cause: unknown) =>
  new SekishoError(
    'AGENTS-E-STORE',
    `The accepted MCP tool definition at "${path}" cannot be read or written. Repair or remove it, then accept the tool again.`,
    { cause },
  );

const isMissing = (cause: unknown) => propertyOf(cause, 'code') === 'ENOENT';

import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../checks/canonical-json.ts';
import { digestOfText } from '../checks/digest.ts';
import { mcpToolPinSchema, type McpToolPin } from './mcp-tool-pin.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { ToolPinStore } from './tool-pin-store.ts';

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

const isMissing = (cause: unknown): boolean => Reflect.get(Object(cause), 'code') === 'ENOENT';

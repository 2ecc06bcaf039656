import { z } from 'zod';
import { PluginError } from '../errors/plugin-error.ts';
import type { JsonRecord } from '../wire/json-record.ts';

const hexSchema = z.object({ data: z.string().regex(/^(?:[0-9a-f]{2})*$/i) });
const flagSchema = z.object({ data: z.union([z.boolean(), z.literal('true'), z.literal('false')]) });

/** The bytes that Dify stores for a plugin in one workspace. It needs the permission `storage.enabled`. */
export class DifyStorage {
  readonly #call: (request: JsonRecord) => Promise<unknown>;

  constructor(call: (request: JsonRecord) => Promise<unknown>) {
    this.#call = call;
  }

  async get(key: string): Promise<Uint8Array> {
    const answer = hexSchema.safeParse(await this.#call({ opt: 'get', key }));
    if (!answer.success) throw unknownAnswer('get');
    return Buffer.from(answer.data.data, 'hex');
  }

  async set(key: string, value: Uint8Array): Promise<void> {
    await this.#call({ opt: 'set', key, value: Buffer.from(value).toString('hex') });
  }

  async delete(key: string): Promise<void> {
    await this.#call({ opt: 'del', key });
  }

  async has(key: string): Promise<boolean> {
    const answer = flagSchema.safeParse(await this.#call({ opt: 'exist', key }));
    if (!answer.success) throw unknownAnswer('exist');
    return answer.data.data === true || answer.data.data === 'true';
  }
}

function unknownAnswer(operation: string): PluginError {
  return new PluginError(
    'InvokeServerUnavailableError',
    `Dify responded to storage ${operation} in an unknown format.`,
  );
}

import { z } from 'zod';
import { waitUntil } from '../ground/wait-until.ts';
import { readSse } from './read-sse.ts';
import type { RunningDaemon } from './running-daemon.ts';

const answerSchema = z.object({ code: z.number(), message: z.string(), data: z.unknown() });
const uploadSchema = z.object({ unique_identifier: z.string() });
const installSchema = z.object({ all_installed: z.boolean(), task_id: z.string() });
const taskSchema = z.object({
  status: z.string(),
  plugins: z.array(z.object({ message: z.string() })).nullish(),
});
const installationsSchema = z.union([
  z.array(z.object({ plugin_id: z.string(), id: z.string() })),
  z.object({ list: z.array(z.object({ plugin_id: z.string(), id: z.string() })) }),
]);

/** An action of a plugin that Dify requests from the daemon. */
export type Dispatch = {
  pluginId: string;
  path: string;
  data: Record<string, unknown>;
  /** The time limit of the complete response. */
  timeoutMs?: number;
};

/** An error response of the daemon; `message` is the message that Dify would receive. */
class DaemonError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'DaemonError';
    this.code = code;
  }
}

/** Calls a daemon over HTTP like Dify's API server, for one workspace. */
export class DaemonClient {
  readonly #daemon: RunningDaemon;
  readonly #tenant: string;

  constructor(daemon: RunningDaemon, tenant: string) {
    this.#daemon = daemon;
    this.#tenant = tenant;
  }

  /** Uploads a package and returns its identifier. */
  async upload(bytes: Uint8Array): Promise<string> {
    const form = new FormData();
    form.set('dify_pkg', new Blob([new Uint8Array(bytes)]), 'plugin.difypkg');
    form.set('verify_signature', 'false');
    const data = await this.#ask('management/install/upload/package', { method: 'POST', body: form });
    return uploadSchema.parse(data).unique_identifier;
  }

  /** Installs an uploaded package and waits until it runs. */
  async install(identifier: string): Promise<void> {
    const order = { plugin_unique_identifiers: [identifier], source: 'package', metas: [{}] };
    const { all_installed: isThere, task_id: id } = installSchema.parse(
      await this.#post('management/install/identifiers', order),
    );
    if (isThere) return;
    await waitUntil(
      `the installation of ${identifier}`,
      async () => {
        const task = taskSchema.parse(await this.#ask(`management/install/tasks/${id}`));
        if (task.status === 'failed') {
          throw new Error(
            `The installation failed: ${task.plugins?.map(({ message }) => message).join(' ')}`,
          );
        }
        return task.status === 'success' ? true : undefined;
      },
      180_000,
    );
  }

  /** Returns the ids (`author/name`) of the plugins of this workspace. */
  async list(): Promise<string[]> {
    return (await this.#installations()).map(({ plugin_id: id }) => id);
  }

  async uninstall(pluginId: string): Promise<void> {
    const found = (await this.#installations()).find(({ plugin_id: id }) => id === pluginId);
    if (found === undefined) throw new Error(`${pluginId} is not installed.`);
    await this.#post('management/uninstall', { plugin_installation_id: found.id });
  }

  /** Returns a key for the debugging port. */
  async debuggingKey(): Promise<string> {
    return z.object({ key: z.string() }).parse(await this.#post('debugging/key', {})).key;
  }

  /** Streams the items of an action's response. */
  async *dispatch({ pluginId, path, data, timeoutMs = 200_000 }: Dispatch): AsyncGenerator {
    const response = await fetch(this.#address(`dispatch/${path}`), {
      method: 'POST',
      headers: { ...this.#key(), 'X-Plugin-ID': pluginId, 'Content-Type': 'application/json' },
      body: JSON.stringify({ user_id: 'user-1', app_id: null, context: {}, data }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok || response.body === null) {
      throw new DaemonError(response.status, await response.text());
    }
    for await (const text of readSse(response.body)) {
      const answer = answerSchema.parse(JSON.parse(text));
      if (answer.code !== 0) throw new DaemonError(answer.code, answer.message);
      yield answer.data;
    }
  }

  async #installations(): Promise<{ plugin_id: string; id: string }[]> {
    const data = installationsSchema.parse(await this.#ask('management/list?page=1&page_size=100'));
    return Array.isArray(data) ? data : data.list;
  }

  #post(path: string, body: object): Promise<unknown> {
    const headers = { 'Content-Type': 'application/json' };
    return this.#ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #ask(path: string, init: RequestInit = {}): Promise<unknown> {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...this.#key() };
    const response = await fetch(this.#address(path), { ...init, headers });
    const text = await response.text();
    const answer = answerSchema.safeParse(toJson(text));
    if (!answer.success) throw new DaemonError(response.status, text);
    if (answer.data.code !== 0) throw new DaemonError(answer.data.code, answer.data.message);
    return answer.data.data;
  }

  #address(path: string): string {
    return `${this.#daemon.url}/plugin/${this.#tenant}/${path}`;
  }

  #key(): Record<string, string> {
    return { 'X-Api-Key': this.#daemon.serverKey };
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { FetchHandler } from '@sekisho/iris';
import type { McpHandlerOptions } from './create-mcp-handler.ts';

/** iris, loaded by its first request: most consoles are never asked for it, and it takes a while to load. */
export class LazyMcp {
  readonly #options: McpHandlerOptions;
  #handler: Promise<FetchHandler> | undefined;

  constructor(options: McpHandlerOptions) {
    this.#options = options;
  }

  async fetch(request: Request): Promise<Response> {
    this.#handler ??= import('./create-mcp-handler.ts').then(({ createMcpHandler }) =>
      createMcpHandler(this.#options),
    );
    return (await this.#handler).fetch(request);
  }

  async close(): Promise<void> {
    await (await this.#handler)?.close();
  }
}

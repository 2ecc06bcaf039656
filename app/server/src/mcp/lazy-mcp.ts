import type { FetchHandler } from '@sekisho/iris';
import type { McpHandlerOptions } from './create-mcp-handler.ts';

/** Loads iris with the first request: most consoles do not use it, and loading takes time. */
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

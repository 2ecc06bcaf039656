/** Counts the open requests and streams of each caller, so that one caller cannot use all of them. */
export class OpenRequests {
  readonly #open = new Map<string, number>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Handles the request unless the caller has too many open. A stream counts until it ends or the client disconnects. */
  async answer(
    caller: string,
    request: Request,
    respond: () => Promise<Response>,
  ): Promise<Response | undefined> {
    const count = this.#open.get(caller) ?? 0;
    if (count >= this.#limit) return undefined;
    this.#open.set(caller, count + 1);
    let isOpen = true;
    const release = (): void => {
      if (isOpen) this.#release(caller);
      isOpen = false;
    };
    try {
      const response = await respond();
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (isStream && response.body) return watch(response, response.body, request.signal, release);
      release();
      return response;
    } catch (error) {
      release();
      throw error;
    }
  }

  #release(caller: string): void {
    const left = (this.#open.get(caller) ?? 0) - 1;
    if (left > 0) this.#open.set(caller, left);
    else this.#open.delete(caller);
  }
}

/** Returns the same response and calls back when it ends. A disconnected client ends it too, because nothing reads the rest. */
function watch(
  { status, headers }: Response,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  disconnected: AbortSignal,
  release: () => void,
): Response {
  const reader = body.getReader();
  const cancel = async (reason?: unknown): Promise<void> => {
    release();
    await reader.cancel(reason);
  };
  const stop = (): void => void cancel(disconnected.reason).catch(() => undefined);
  if (disconnected.aborted) stop();
  else disconnected.addEventListener('abort', stop, { once: true });
  const watched = new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        release();
        controller.close();
      } catch (error) {
        release();
        controller.error(error);
      }
    },
    cancel,
  });
  return new Response(watched, { status, headers });
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';

/** Starts a model server in another process on loopback, and stops it after the measurement. */
export async function withModelServer<T>(measure: (url: string) => Promise<T>): Promise<T> {
  const server = fork(join(import.meta.dirname, 'model-server.ts'), {
    execArgv: ['--conditions=@sekisho/source', '--no-warnings'],
  });
  try {
    const [message]: unknown[] = await once(server, 'message');
    return await measure(z.object({ url: z.string() }).parse(message).url);
  } finally {
    server.kill();
  }
}

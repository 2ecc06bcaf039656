import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sideReplySchema, type SideName, type SideSample, type SideTask } from './side-message.ts';

/** How a side process is started. */
export interface SideOptions {
  readonly side: SideName;
  /** The checkout whose version is measured. The default is this checkout. */
  readonly checkout?: string | undefined;
  /** The part that is left out, by its name in `floor/parts.ts`. */
  readonly without?: string | undefined;
  /** Additional environment variables, such as LD_PRELOAD. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A process that executes one version of the runtime. */
export interface SideProcess {
  measure(task: SideTask): Promise<SideSample>;
  close(): void;
}

const HOOK = join(import.meta.dirname, 'resolve-from-checkout.ts');
const WITHOUT_HOOK = join(import.meta.dirname, '../floor/replace-part.ts');

/** The options of Node for a program of this folder that imports packages from a checkout. */
export const importsFrom = (checkout: string | undefined): readonly string[] =>
  checkout === undefined ? [] : ['--import', HOOK];

/** The environment of such a program. */
export const environmentOf = (checkout: string | undefined): Readonly<Record<string, string>> =>
  checkout === undefined ? {} : { SEKISHO_BENCH_CHECKOUT: checkout };

/** Starts a process for one side. It is idle between its tasks. */
export async function startSide({ side, checkout, without, env = {} }: SideOptions): Promise<SideProcess> {
  const child = fork(join(import.meta.dirname, 'side-process.ts'), [side], {
    execArgv: [
      '--conditions=@sekisho/source',
      '--no-warnings',
      '--expose-gc',
      ...importsFrom(checkout),
      ...(without === undefined ? [] : ['--import', WITHOUT_HOOK]),
    ],
    env: {
      ...process.env,
      // The runs of both versions belong to one application; 0.1 has no applications.
      SEKISHO_APPLICATION: 'sekisho-bench',
      ...environmentOf(checkout),
      ...(without === undefined ? {} : { SEKISHO_BENCH_WITHOUT: without }),
      ...env,
    },
  });
  await nextReply(child);
  return {
    measure: async (task) => {
      child.send(task);
      const reply = await nextReply(child);
      if ('sample' in reply) return reply.sample;
      throw new Error(`The side "${side}" failed. ${'failure' in reply ? reply.failure : ''}`);
    },
    close: () => child.kill(),
  };
}

async function nextReply(child: ChildProcess) {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`A side process ended with ${code}.`);
  });
  try {
    const [message]: unknown[] = await Promise.race([once(child, 'message', { signal: ended.signal }), exit]);
    return sideReplySchema.parse(message);
  } finally {
    ended.abort();
    exit.catch(() => {});
  }
}

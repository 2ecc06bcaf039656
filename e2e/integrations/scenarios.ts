import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCli } from '../../packages/cli/src/index.ts';
import { startUp } from '../../packages/cli/src/hook/up.ts';
import type { CodingAgent } from './clients.ts';

/** The folders of one run of a client. */
export interface Place {
  readonly home: string;
  readonly cwd: string;
  readonly data: string;
  readonly marker: string;
}

/** How a client reaches the gate: through the launcher, or over HTTP. */
export type Way = 'launcher' | 'http';

/** What is broken in the installed hook. */
export type Damage = 'missing' | 'killed' | 'silent' | 'shell-killed' | 'frozen' | 'unloaded';

export interface Scenario {
  readonly id: string;
  /** The number of executions. A client that starts the tool although its hook failed has its own number. */
  readonly expected: number;
  readonly open?: readonly (CodingAgent['name'] | 'http')[];
  /** What the model receives about the call. */
  readonly says?: RegExp;
  /** Whether the read before it has to pass without a decision. */
  readonly reads?: true;
  /** How long the hook waits for a decision, in seconds. */
  readonly wait?: number;
  readonly hooks?: false;
  /** How often the model calls the tool. */
  readonly calls?: number;
  readonly ways?: readonly Way[];
  readonly clients?: readonly CodingAgent['name'][];
  /** Prepares the resident process, or what is there instead of it. Returns how it is ended. */
  readonly prepare: (place: Place, port: number) => Promise<() => Promise<void>>;
  readonly damage?: Damage;
}

const nothing = async () => async () => undefined;
const LAUNCHER: readonly Way[] = ['launcher'];

/** Listens instead of the resident process. */
const instead =
  (listener: RequestListener): Scenario['prepare'] =>
  async ({ data }, port) => {
    const server = createServer(listener);
    await new Promise<void>((ready) => {
      server.listen(port, '127.0.0.1', ready);
    });
    writeFileSync(join(data, 'up.json'), JSON.stringify({ port, token: 'x'.repeat(43) }), { mode: 0o600 });
    return async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => {
        server.close(() => closed());
      });
    };
  };

/** Starts the resident process. Each request is decided as it appears, the first ones after a pause. */
const decided =
  (decision: 'approve' | 'deny' | undefined, { afterMs = 0, only = Infinity } = {}): Scenario['prepare'] =>
  async (place, port) => {
    const up = await startUp({ directory: place.data, port });
    const stop = new AbortController();
    const deciding =
      decision === undefined ? undefined : decideAll(decision, place, { afterMs, only }, stop.signal);
    return async () => {
      stop.abort();
      await deciding;
      await up.close();
    };
  };

async function decideAll(
  decision: 'approve' | 'deny',
  place: Place,
  { afterMs, only }: { readonly afterMs: number; readonly only: number },
  signal: AbortSignal,
): Promise<void> {
  for (let count = 0; !signal.aborted && count < only;) {
    const [line] = (await sekisho(place, 'inbox', '--json')).filter((each) => each !== '');
    if (line !== undefined) {
      await sleep(afterMs);
      const { approval_id: id } = JSON.parse(line);
      const [shown = ''] = await sekisho(place, 'show', id, '--json');
      const displayed: string = JSON.parse(shown).display_digest;
      await sekisho(place, decision, id, ...(decision === 'approve' ? ['--displayed', displayed] : []));
      count += 1;
    }
    await sleep(200);
  }
}

/** Runs a command in this process and returns the lines that it printed. */
export async function sekisho({ home, cwd, data }: Place, ...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const code = await runCli([...args, '--data', data], {
    print: (line) => void lines.push(line),
    complain: (line) => void lines.push(line),
    env: {},
    stopped: new Promise(() => undefined),
    importModule: (specifier) => import(specifier),
    cwd,
    home,
    user: 'ada',
    launcher: LAUNCHER_WORDS,
  });
  if (code === 0) return lines;
  throw new Error(`sekisho ${args.join(' ')}: ${lines.join('\n')}`);
}

export const BIN = join(import.meta.dirname, '../../packages/cli/src/bin.ts');
const LAUNCHER_WORDS = [process.execPath, '--conditions=@sekisho/source', BIN];

const reply =
  (body: string): RequestListener =>
  (request, response) => {
    request.resume().once('end', () => response.end(body));
  };

/** A reply that allows the call in the form of every client, from a program that does not know the token. */
const ALLOWED = JSON.stringify({ stdout: '{"decision":"allow"}', stderr: '', code: 0 });

export const SCENARIOS: readonly Scenario[] = [
  { id: 'without', expected: 1, hooks: false, ways: LAUNCHER, prepare: nothing },
  {
    id: 'undecided',
    expected: 0,
    reads: true,
    says: /waits for the decision of a person/,
    wait: 3,
    prepare: decided(undefined),
  },
  { id: 'denied', expected: 0, says: /person|denied/i, prepare: decided('deny') },
  { id: 'approved', expected: 1, prepare: decided('approve') },
  {
    id: 'approved later',
    expected: 1,
    wait: 3,
    calls: 3,
    reads: true,
    says: /waits for the decision of a person/,
    prepare: decided('approve', { afterMs: 2_800, only: 1 }),
  },
  { id: 'down', expected: 0, prepare: nothing },
  { id: 'slow', expected: 0, wait: 3, prepare: instead(() => undefined) },
  { id: 'garbled', expected: 0, prepare: instead(reply('<html>')) },
  // Over HTTP, Claude Code reads unknown fields as "no decision", and nothing tells it who replies.
  { id: 'invalid', expected: 0, open: ['http'], prepare: instead(reply('{"stdout":""}')) },
  { id: 'impersonated', expected: 0, open: ['http'], prepare: instead(reply(ALLOWED)) },
  { id: 'dropped', expected: 0, prepare: instead((request) => void request.socket.destroy()) },
  {
    id: 'launcher missing',
    expected: 0,
    ways: LAUNCHER,
    prepare: decided(undefined),
    wait: 3,
    damage: 'missing',
  },
  {
    id: 'launcher killed',
    expected: 0,
    ways: LAUNCHER,
    prepare: decided(undefined),
    wait: 3,
    damage: 'killed',
  },
  {
    id: 'launcher silent',
    expected: 0,
    ways: LAUNCHER,
    prepare: decided(undefined),
    wait: 3,
    damage: 'silent',
  },
  {
    id: 'shell killed',
    expected: 0,
    open: ['codex', 'gemini'],
    ways: LAUNCHER,
    wait: 3,
    clients: ['claude', 'codex', 'gemini'],
    prepare: decided(undefined),
    damage: 'shell-killed',
  },
  {
    id: 'time limit exceeded',
    expected: 0,
    open: ['codex', 'gemini'],
    ways: LAUNCHER,
    wait: 3,
    clients: ['claude', 'codex', 'gemini'],
    prepare: decided(undefined),
    damage: 'frozen',
  },
  {
    id: 'not loaded or trusted',
    expected: 0,
    open: ['codex'],
    ways: LAUNCHER,
    wait: 3,
    clients: ['codex', 'opencode'],
    prepare: decided(undefined),
    damage: 'unloaded',
  },
];

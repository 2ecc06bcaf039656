import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, InMemoryTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createEngine, RuleSafetyAgent, type HumanApprovalRequest } from '@sekisho/engine';
import type { TestContext } from 'vitest';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';
import { createProxy, readProxySettings, runProxyCommand, serveProxyOnStdio } from '../src/index.ts';

/** The two eras of the protocol. */
export const ERAS = ['legacy', 'modern'] as const;

const PROGRAMS = join(import.meta.dirname, 'programs');
const NODE = [process.execPath, '--conditions=@sekisho/source', '--disable-warning=ExperimentalWarning'];

/** The official client starts a second process to find out the protocol, unless the transport is a subclass. */
class SingleProcessTransport extends StdioClientTransport {}

const SILENT = { print: () => undefined, complain: () => undefined, env: {} };

/** How a client connects to a proxy in front of the office server. */
interface Connection {
  readonly era?: (typeof ERAS)[number];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly client?: Pick<ClientOptions, 'capabilities'>;
  readonly prepare?: (client: Client) => void;
  /** The configuration of another server than the office server. */
  readonly server?: object;
  /** The names of the office server, if it is configured several times. */
  readonly servers?: readonly string[];
  /** Fields of the configuration besides the server. */
  readonly settings?: object;
  readonly wordsOf?: Parameters<typeof runProxyCommand>[1]['wordsOf'];
}

/** A process with the command of the proxy, and its client. `ended` resolves when the process has ended. */
interface StartedProxy {
  readonly client: Client;
  readonly ended: Promise<void>;
  readonly kill: () => void;
  readonly stop: () => void;
}

/** A folder with the proxy's data and the effects of the office server, which is deleted after the test. */
export class Office {
  readonly folder = mkdtempSync(join(tmpdir(), 'sekisho-proxy-'));
  readonly #close: (() => Promise<unknown>)[] = [];

  constructor({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
    onTestFinished(() => this.#end());
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  /** The calls that the office server executed. */
  get effects(): readonly string[] {
    try {
      return readFileSync(join(this.folder, 'effects'), 'utf8').trim().split('\n').filter(Boolean);
    } catch {
      return [];
    }
  }

  /** Runs the command of the proxy in this process and connects a client to it. */
  async connect(options: Connection = {}): Promise<Client> {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const stopped = Promise.withResolvers<void>();
    const [command, ...args] = this.#server;
    // With a named protocol, the server is started once.
    const server = { command, args, env: environmentOf(options), protocol: '2026-07-28' };
    const { servers: names = ['office-server.ts'] } = options;
    const servers = Object.fromEntries(names.map((name) => [name, options.server ?? server]));
    writeFileSync(this.#file, JSON.stringify({ ...options.settings, servers }));
    const proxy = runProxyCommand([...this.#options(options), '--config', this.#file], {
      ...SILENT,
      stopped: stopped.promise,
      transport: far,
      leaseMs: 1_000,
      wordsOf: options.wordsOf,
    });
    const client = createClient(options);
    this.#close.push(async () => {
      await client.close();
      stopped.resolve();
      await proxy;
    });
    // A command that fails would leave the client without an answer.
    await Promise.race([client.connect(near), proxy.then(() => Promise.reject(new Error('It ended.')))]);
    return client;
  }

  /** Connects clients of several sessions to one proxy. */
  async connectSessions(clients: readonly (Connection & { readonly session: string })[]): Promise<Client[]> {
    const [command, ...args] = this.#server;
    const server = { command, args, env: { ...PROGRAM_ENVIRONMENT }, protocol: '2026-07-28' };
    const settings = readProxySettings({ servers: { office: server } }, 'The test');
    const proxy = await createProxy({ ...settings, directory: this.data });
    this.#close.push(() => proxy.close());
    return Promise.all(
      clients.map(async ({ session, ...options }) => {
        const [near, far] = InMemoryTransport.createLinkedPair();
        serveProxyOnStdio(proxy, session, { transport: far }).catch(() => undefined);
        const client = createClient(options);
        this.#close.push(() => client.close());
        await client.connect(near);
        return client;
      }),
    );
  }

  /** The lines that the command prints about the tools of a server that are not accepted. */
  async displayTools(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const printed: string[] = [];
    const host = { ...SILENT, print: (line: string) => void printed.push(line), env: environmentOf({ env }) };
    const args = ['--accept', '--data', this.data, '--', ...this.#server];
    await runProxyCommand(args, { ...host, stopped: Promise.resolve() });
    return printed;
  }

  /** Accepts the tools that the server of the last connection lists. */
  async acceptTools(): Promise<void> {
    const args = ['--accept', '--yes', '--data', this.data, '--config', this.#file];
    await runProxyCommand(args, { ...SILENT, stopped: Promise.resolve() });
  }

  /** Starts a process with the command of the proxy and connects a client to it. */
  async start(options: Connection = {}): Promise<StartedProxy> {
    const [command = '', ...node] = NODE;
    const transport = new SingleProcessTransport({
      command,
      args: [...node, join(PROGRAMS, 'run-proxy.ts'), ...this.#options(options), '--', ...this.#server],
      env: environmentOf(options),
      stderr: 'ignore',
    });
    const client = createClient(options);
    this.#close.push(() => client.close());
    await client.connect(transport);
    const { pid } = transport;
    if (pid === null) throw new Error('The proxy has no process.');
    const closed = Promise.withResolvers<void>();
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a client of the SDK is no event target
    client.onclose = closed.resolve;
    const signal = (name: NodeJS.Signals) => process.kill(pid, name);
    return { client, ended: closed.promise, kill: () => signal('SIGKILL'), stop: () => signal('SIGTERM') };
  }

  #options({ args = ['--wait', '30'] }: Connection): string[] {
    return ['--data', this.data, '--session', 'test', ...args];
  }

  get #file(): string {
    return join(this.folder, 'sekisho.proxy.json');
  }

  get #server(): string[] {
    return [...NODE, join(PROGRAMS, 'office-server.ts'), join(this.folder, 'effects')];
  }

  /** An engine of another process on the same store, as the console is. */
  async review<T>(work: (engine: ReturnType<typeof createEngine>) => Promise<T>): Promise<T> {
    const engine = createEngine({
      safetyAgent: new RuleSafetyAgent(),
      store: { directory: this.data },
      application: 'mcp-proxy',
      integration: { name: 'mcp-proxy' },
    });
    try {
      return await work(engine);
    } finally {
      await engine.close();
    }
  }

  /** Waits for a pending request and returns it. */
  async pending(): Promise<HumanApprovalRequest> {
    return this.review(async (engine) => {
      for (let poll = 0; poll < 400; poll += 1) {
        const [approval] = await engine.getPendingApprovals();
        if (approval) return approval;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('No request is pending.');
    });
  }

  async decide(decision: 'approve' | 'deny', { comment }: { readonly comment?: string } = {}): Promise<void> {
    const { approval_id: id } = await this.pending();
    await this.review((engine) => engine.decide(id, decision, { by: { id: 'mika' }, comment }));
  }

  /** Closes all connections, so that the next client continues the session. */
  async disconnect(): Promise<void> {
    await Promise.allSettled(this.#close.splice(0).map((close) => close()));
  }

  async #end(): Promise<void> {
    await this.disconnect();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function createClient({ era = 'modern', client: options, prepare }: Connection): Client {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    { ...options, versionNegotiation: { mode } },
  );
  prepare?.(client);
  return client;
}

const environmentOf = ({ env }: Connection) => ({ ...PROGRAM_ENVIRONMENT, ...env });

/** The texts of a result. */
export function textOf(result: unknown): string {
  if (
    typeof result !== 'object' ||
    result === null ||
    !('content' in result) ||
    !Array.isArray(result.content)
  )
    return '';
  return result.content
    .map((part: unknown) =>
      typeof part === 'object' && part !== null && 'text' in part ? String(part.text) : '',
    )
    .join('\n');
}

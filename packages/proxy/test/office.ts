import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createEngine, RuleSafetyAgent, type HumanApprovalRequest } from '@sekisho/engine';

/** The two eras of the protocol. */
export const ERAS = ['legacy', 'modern'] as const;

const PROGRAMS = join(import.meta.dirname, 'programs');
const NODE = ['--conditions=@sekisho/source', '--disable-warning=ExperimentalWarning'];

/** A folder with the proxy's data and the effects of the office server. */
export class Office {
  readonly folder = mkdtempSync(join(tmpdir(), 'sekisho-proxy-'));
  readonly #clients: { client: Client; transport: StdioClientTransport }[] = [];

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

  /** Starts a proxy in front of the office server and connects a client to it. */
  async connect(
    options: {
      readonly era?: (typeof ERAS)[number];
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly client?: Pick<ClientOptions, 'capabilities'>;
      readonly prepare?: (client: Client) => void;
    } = {},
  ): Promise<{ readonly client: Client; readonly pid: number; readonly kill: () => void }> {
    const { era = 'modern', args = ['--wait', '30'], env = {}, prepare } = options;
    const server = [
      process.execPath,
      ...NODE,
      join(PROGRAMS, 'office-server.ts'),
      join(this.folder, 'effects'),
    ];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        ...NODE,
        join(PROGRAMS, 'run-proxy.ts'),
        '--data',
        this.data,
        '--session',
        'test',
        ...args,
        '--',
        ...server,
      ],
      env: { ...env, PATH: process.env['PATH'] ?? '' },
      stderr: 'ignore',
    });
    const client = new Client(
      { name: 'test-client', version: '1.0.0' },
      {
        ...options.client,
        versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
      },
    );
    prepare?.(client);
    await client.connect(transport);
    this.#clients.push({ client, transport });
    const { pid } = transport;
    if (pid === null) throw new Error('The proxy has no process.');
    return { client, pid, kill: () => process.kill(pid, 'SIGKILL') };
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

  async close(): Promise<void> {
    for (const { client } of this.#clients) await client.close().catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

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

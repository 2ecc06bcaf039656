import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DaemonClient } from './daemon/daemon-client.ts';
import type { DaemonKind, RunningDaemon } from './daemon/running-daemon.ts';
import { serveInnerApi, type InnerLlmRequest, type InnerToolRequest } from './inner-api/serve-inner-api.ts';

/** The options of a test environment. */
export type EnvironmentOptions = {
  trustedKeys?: readonly string[];
  /** Variables of the daemon that its plugins receive. */
  env?: Record<string, string>;
  /** Loopback ports that its plugins connect to. */
  reachablePorts?: readonly number[];
  /** The credentials that Dify stores for the model plugin. */
  credentials?: Record<string, unknown>;
  /** The response of Dify's tools. */
  invokeTool?: (request: InnerToolRequest) => AsyncIterable<unknown>;
};

/** A daemon, a simulated Dify and a workspace. */
export class TestEnvironment {
  readonly tenant = randomUUID();
  readonly #kind: DaemonKind;
  readonly #options: EnvironmentOptions;
  readonly #folder: string;
  readonly #innerApi: Awaited<ReturnType<typeof serveInnerApi>>;
  daemon: RunningDaemon;
  client: DaemonClient;

  constructor(parts: {
    kind: DaemonKind;
    options: EnvironmentOptions;
    folder: string;
    innerApi: Awaited<ReturnType<typeof serveInnerApi>>;
    daemon: RunningDaemon;
  }) {
    this.#kind = parts.kind;
    this.#options = parts.options;
    this.#folder = parts.folder;
    this.#innerApi = parts.innerApi;
    this.daemon = parts.daemon;
    this.client = new DaemonClient(parts.daemon, this.tenant);
  }

  /** Stops the daemon and starts it again with the same folder. */
  async restart(): Promise<void> {
    await this.daemon.stop();
    this.daemon = await this.#kind.start({
      folder: this.#folder,
      innerApi: this.#innerApi,
      ...this.#options,
    });
    this.client = new DaemonClient(this.daemon, this.tenant);
  }

  async install(bytes: Uint8Array): Promise<void> {
    await this.client.install(await this.client.upload(bytes));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.daemon.stop();
    await this.#innerApi.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Starts a daemon and a simulated Dify whose models are plugins of that daemon. */
export async function openEnvironment(
  kind: DaemonKind,
  options: EnvironmentOptions = {},
): Promise<TestEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'dify-daemon-'));
  let environment: TestEnvironment | undefined;
  const innerApi = await serveInnerApi({
    invokeLlm: (request) => invokeModelPlugin(environment, request, options.credentials ?? {}),
    invokeTool: options.invokeTool ?? shout,
  });
  const daemon = await kind.start({ folder, innerApi, ...options });
  environment = new TestEnvironment({ kind, options, folder, innerApi, daemon });
  return environment;
}

/** Implements an agent's model call in Dify: it calls the plugin of the provider through the daemon. */
async function* invokeModelPlugin(
  environment: TestEnvironment | undefined,
  request: InnerLlmRequest,
  credentials: Record<string, unknown>,
): AsyncGenerator {
  if (environment === undefined) throw new Error('The simulated Dify has not started yet.');
  const [author = '', name = '', provider = ''] = request.provider.split('/');
  yield* environment.client.dispatch({
    pluginId: `${author}/${name}`,
    path: 'llm/invoke',
    data: {
      provider,
      model_type: 'llm',
      model: request.model,
      credentials,
      model_parameters: request.completion_params ?? {},
      prompt_messages: request.prompt_messages,
      tools: request.tools ?? [],
      stop: request.stop ?? [],
      stream: true,
    },
  });
}

async function* shout({ tool_parameters: parameters }: InnerToolRequest): AsyncGenerator {
  const text = String(parameters['words']).toUpperCase();
  yield { type: 'text', message: { text }, meta: null };
}

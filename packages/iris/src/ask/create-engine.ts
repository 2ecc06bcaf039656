import {
  type Credentials,
  FileTranscriptStore,
  HandleCodec,
  MemoryTranscriptStore,
  ModelRegistry,
  normalizeCredentials,
  ResponsesClient,
} from '@sekisho/responses';
import type { Engine } from './engine.ts';
import type { IrisSettings } from './iris-settings.ts';
import { OpenAiEngine } from './openai-engine.ts';

/** Builds the engine from the settings: on OpenAI with credentials, on the simulator without. */
export async function createEngine(
  settings: IrisSettings,
  options: { now?: () => number; fetch?: typeof fetch; pollMs?: number } = {},
): Promise<Engine> {
  const { now = Date.now, pollMs } = options;
  const isDemo = settings.credentials === undefined;
  const upstream = options.fetch ?? (isDemo ? await simulateFetch(now) : undefined);
  return new OpenAiEngine({
    client: new ResponsesClient({
      credentials: settings.credentials ?? demoCredentials(),
      ...(upstream ? { fetch: upstream } : {}),
    }),
    registry: new ModelRegistry(),
    transcripts:
      settings.stateDir === undefined
        ? new MemoryTranscriptStore()
        : new FileTranscriptStore(settings.stateDir),
    handles: settings.handleSecret === undefined ? undefined : new HandleCodec(settings.handleSecret),
    defaults: settings.defaults,
    demo: isDemo,
    now,
    ...(pollMs === undefined ? {} : { pollMs }),
  });
}

async function simulateFetch(now: () => number): Promise<typeof fetch> {
  const { createSimulator } = await import('@sekisho/responses/simulator');
  // A seed from the clock: ids of an earlier demo must not be met again after a restart.
  return createSimulator({ now, seed: now() % 2_147_483_647 }).fetch;
}

function demoCredentials(): Credentials {
  return normalizeCredentials({ openai_api_key: 'demo' });
}

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

/** Creates the engine from the settings: with credentials it calls OpenAI, without them the simulator. */
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
  // The seed comes from the clock, so that ids of an earlier demo do not occur again after a restart.
  return createSimulator({ now, seed: now() % 2_147_483_647 }).fetch;
}

function demoCredentials(): Credentials {
  return normalizeCredentials({ openai_api_key: 'demo' });
}

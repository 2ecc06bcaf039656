import type { ModelRegistry } from '../models/model-registry.ts';
import type { ContainerStore } from './store/container-store.ts';
import type { ConversationStore } from './store/conversation-store.ts';
import type { IdMaker } from './create-id-maker.ts';
import type { Chaos, Fault } from './fault.ts';
import type { Persona, PersonaOutput } from './personas/persona.ts';
import type { ResponseStore } from './store/response-store.ts';

/** What the next generation shall do instead of asking the persona. */
export type ScriptStep = { say?: readonly PersonaOutput[]; fault?: Fault };

/** How long things take in the simulation; all zero unless told otherwise. */
export type Latency = { firstByteMs: number; perEventMs: number; queuedMs: number; backgroundMs: number };

/** Everything that one simulated server knows. */
export type SimulatorState = {
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  random: () => number;
  makeId: IdMaker;
  registry: ModelRegistry;
  persona: Persona;
  latency: Latency;
  chaos: Chaos;
  apiKeys: readonly string[] | undefined;
  keepsNoData: boolean;
  responses: ResponseStore;
  conversations: ConversationStore;
  containers: ContainerStore;
  script: ScriptStep[];
};

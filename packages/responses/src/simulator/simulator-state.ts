import type { ModelRegistry } from '../models/model-registry.ts';
import type { ContainerStore } from './store/container-store.ts';
import type { ConversationStore } from './store/conversation-store.ts';
import type { IdMaker } from './create-id-maker.ts';
import type { Chaos, Fault } from './fault.ts';
import type { Persona, PersonaOutput } from './personas/persona.ts';
import type { ResponseStore } from './store/response-store.ts';

/** The output of the next generation, instead of the persona's. */
export type ScriptStep = { say?: readonly PersonaOutput[]; fault?: Fault };

/** The simulated durations. All are zero by default. */
export type Latency = { firstByteMs: number; perEventMs: number; queuedMs: number; backgroundMs: number };

/** The state of one simulated server. */
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

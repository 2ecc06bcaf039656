import type { Model } from 'openai/resources/models';
import { isShutDown } from '../../models/is-shut-down.ts';
import type { ModelEntry } from '../../models/model-entry.ts';
import { refusals } from './refusals.ts';
import { jsonReply, type Reply } from './reply.ts';
import type { SimulatorState } from '../simulator-state.ts';

const CREATED = 1_767_225_600;

/** Handles `GET /models` and `GET /models/{id}`. Models that are shut down are omitted. */
export function routeModels(state: SimulatorState, id: string | undefined): Reply {
  const living = state.registry.entries.filter((entry) => !isShutDown(entry, state.now()));
  if (id === undefined) return jsonReply({ object: 'list', data: living.map((entry) => describe(entry)) });
  const entry = living.find((candidate) => candidate.id === id);
  return entry ? jsonReply({ ...describe(entry) }) : refusals.chatModelNotFound(id);
}

function describe(entry: ModelEntry): Model {
  return {
    id: entry.id,
    object: 'model',
    created: CREATED,
    owned_by: 'openai',
    shutdown_date: entry.shutdownDate ?? null,
  };
}

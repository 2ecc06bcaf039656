import { refusals } from './refusals.ts';
import { jsonReply, type Reply } from './reply.ts';
import { listReply } from './response-routes.ts';
import type { SimulatorState } from '../simulator-state.ts';

/** Handles reads under `/containers`. Returns undefined for an unknown path. */
export function routeContainers(state: SimulatorState, path: readonly string[]): Reply | undefined {
  const [id, part, fileId, content] = path;
  if (id === undefined) return undefined;
  const container = state.containers.get(id);
  if (!container) return refusals.containerNotFound(id);
  const createdAt = Math.floor(container.createdAt / 1000);
  const describeFile = (file: { name: string; content: string }, key: string) => ({
    id: key,
    object: 'container.file',
    container_id: id,
    created_at: createdAt,
    bytes: Buffer.byteLength(file.content),
    path: `/mnt/data/${file.name}`,
    source: 'assistant',
  });
  if (part === undefined) {
    return jsonReply({ id, object: 'container', created_at: createdAt, status: 'running', name: id });
  }
  if (part !== 'files') return undefined;
  if (fileId === undefined)
    return listReply([...container.files].map(([key, file]) => describeFile(file, key)));
  const file = container.files.get(fileId);
  if (!file) return refusals.containerNotFound(fileId);
  if (content === undefined) return jsonReply(describeFile(file, fileId));
  const headers = { 'content-type': 'application/octet-stream' };
  return { type: 'text', status: 200, headers, body: file.content };
}

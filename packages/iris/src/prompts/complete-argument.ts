import type { CompleteRequestParams } from '@modelcontextprotocol/server';
import type { Engine } from '../ask/engine.ts';

const ALIASES = ['auto', 'fast', 'deep', 'pro'];
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** Returns the completions of an argument of a prompt or a resource. */
export async function completeArgument(
  { ref, argument }: CompleteRequestParams,
  owner: string,
  loadEngine: () => Promise<Engine>,
): Promise<string[]> {
  const begins = (value: string): boolean => value.toLowerCase().startsWith(argument.value.toLowerCase());
  if (ref.type === 'ref/prompt') {
    if (argument.name === 'effort') return EFFORTS.filter(begins);
    if (argument.name !== 'model') return [];
    const { registry } = await loadEngine();
    return [...ALIASES, ...registry.entries.map(({ id }) => id)].filter(begins);
  }
  const { index } = await loadEngine();
  switch (argument.name) {
    case 'id':
      return index
        .list(owner)
        .map(({ response_id }) => response_id)
        .filter(begins);
    case 'container':
      return [...new Set(index.files(owner).map(({ containerId }) => containerId))].filter(begins);
    case 'file':
      return index
        .files(owner)
        .map(({ fileId }) => fileId)
        .filter(begins);
    default:
      return [];
  }
}

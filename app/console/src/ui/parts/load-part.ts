import { ChunkLoadError } from './chunk-load-error.ts';

/** Loads a chunk of the console. All load errors of browsers become `ChunkLoadError`. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (failure) {
    throw new ChunkLoadError(failure);
  }
}

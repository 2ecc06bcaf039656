import { ChunkLoadError } from './chunk-load-error.ts';

/** Fetches a piece of the console; whatever the browser calls the failure, it becomes `ChunkLoadError`. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (failure) {
    throw new ChunkLoadError(failure);
  }
}

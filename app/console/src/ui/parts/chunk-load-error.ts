/** A chunk of the console could not be loaded: the server did not respond, or a newer version replaced the chunk. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';

  constructor(cause: unknown) {
    super('A part of the console could not be loaded.', { cause });
  }
}

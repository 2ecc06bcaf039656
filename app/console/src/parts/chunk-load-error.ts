/** A piece of the console could not be fetched: nobody answered, or a newer version has taken its place. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';

  constructor(cause: unknown) {
    super('A part of the console could not be loaded.', { cause });
  }
}

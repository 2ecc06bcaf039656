/** A piece of the console could not be fetched: nobody answered, or a newer version has taken its place. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';

  constructor(cause: unknown) {
    super('A part of the console could not be loaded.', { cause });
  }
}

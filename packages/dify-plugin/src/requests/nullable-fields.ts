import { z } from 'zod';

/** An object that Dify may omit or send as null. */
export const recordOrEmpty = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((record) => record ?? {});

/** A list that Dify may omit or send as null. */
export function listOrEmpty<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Where one part of a soak keeps what it knows, for all of its processes. */
const placeSchema = z.object({
  /** What happened in the world, complaints, and what is wrong at the moment. */
  folder: z.string(),
  store: z.enum(['sqlite', 'postgres']),
  /** The file of the embedded store, or the address of the server. */
  database: z.string(),
});
export type SoakPlace = z.infer<typeof placeSchema>;

export function writePlace(place: SoakPlace): void {
  writeFileSync(join(place.folder, 'place.json'), JSON.stringify(place));
}

export function readPlace(folder: string): SoakPlace {
  return placeSchema.parse(JSON.parse(readFileSync(join(folder, 'place.json'), 'utf8')));
}

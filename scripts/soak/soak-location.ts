import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Where the processes of one site store their data. */
const locationSchema = z.object({
  /** The ledger, the reported problems and the active faults. */
  folder: z.string(),
  store: z.enum(['sqlite', 'postgres']),
  /** The file of the embedded store, or the address of the server. */
  database: z.string(),
});
export type SoakLocation = z.infer<typeof locationSchema>;

export function writeLocation(location: SoakLocation): void {
  writeFileSync(join(location.folder, 'location.json'), JSON.stringify(location));
}

export function readLocation(folder: string): SoakLocation {
  return locationSchema.parse(JSON.parse(readFileSync(join(folder, 'location.json'), 'utf8')));
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVersionPlaces, withVersion } from './release/version-places.ts';

/** Copies the package versions that `changeset version` set to the files that repeat them. */
const root = join(import.meta.dirname, '..');

for (const place of readVersionPlaces(root)) {
  if (place.said === place.wanted) continue;
  writeFileSync(join(root, place.file), withVersion(place));
  console.log(`${place.file}: ${place.said} is now ${place.wanted}`);
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVersionPlaces, withVersion } from './release/version-places.ts';

/** Carries the versions that `changeset version` gave to the packages over to the files that say them a second time. */
const root = join(import.meta.dirname, '..');

for (const place of readVersionPlaces(root)) {
  if (place.said === place.wanted) continue;
  writeFileSync(join(root, place.file), withVersion(place));
  console.log(`${place.file}: ${place.said} is now ${place.wanted}`);
}

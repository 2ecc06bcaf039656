import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readVersionPlaces, withVersion } from '../../../scripts/release/version-places.ts';

const root = join(import.meta.dirname, '../../..');
/** `version: '1.2.3'` and `VERSION = '1.2.3'`. */
const WRITTEN_VERSION = /version['"]?(?:: | = )['"]\d+\.\d+\.\d+/i;
const places = readVersionPlaces(root);

describe('the version of a package', () => {
  it.each(places)('is that of package.json in $file', ({ said, wanted }) => {
    expect(said).toBe(wanted);
  });

  it.each(places)('is copied to $file, and nothing else changes', (place) => {
    const text = withVersion({ ...place, wanted: '7.8.9-next.1' });
    expect(text.split('7.8.9-next.1')).toEqual(place.text.split(place.said ?? 'none'));
  });

  it('is not repeated elsewhere in the sources', async () => {
    const holders: string[] = [];
    let seen = 0;
    for await (const file of glob('{packages,app}/*/{src,internal}/**/*.{ts,tsx}', { cwd: root })) {
      if (/\.test(?:-d)?\.tsx?$|\/testing\//.test(file)) continue;
      seen += 1;
      if (WRITTEN_VERSION.test(readFileSync(join(root, file), 'utf8'))) holders.push(file);
    }
    const sources = places.map(({ file }) => file).filter((file) => file.endsWith('.ts'));
    expect(seen).toBeGreaterThan(500);
    expect(holders.toSorted()).toEqual(sources.toSorted());
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const keptSeedSchema = z.object({
  target: z.string(),
  seed: z.int(),
  /** The way from the seed to the smallest input that fails. */
  path: z.string(),
  found: z.string(),
});

/** An input that once failed. It is tried again before anything else, for ever. */
export type KeptSeed = z.infer<typeof keptSeedSchema>;

const FILE = join(import.meta.dirname, 'seeds.json');

/** Every input that once failed. */
export function readSeeds(): readonly KeptSeed[] {
  return z.array(keptSeedSchema).parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

/** Adds an input that failed, once. */
export function keepSeed(seed: KeptSeed): void {
  const kept = readSeeds();
  const isKept = ({ target, seed: from, path }: KeptSeed) =>
    target === seed.target && from === seed.seed && path === seed.path;
  if (kept.some(isKept)) return;
  writeFileSync(FILE, `${JSON.stringify([...kept, seed], null, 2)}\n`);
}

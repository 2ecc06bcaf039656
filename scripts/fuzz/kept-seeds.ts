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
  if (kept.some((each) => each.target === seed.target && each.seed === seed.seed)) return;
  writeFileSync(FILE, `${JSON.stringify([...kept, seed], null, 2)}\n`);
}

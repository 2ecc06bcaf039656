import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { proofSize } from '../../../test/proof-size.ts';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { playCrash } from './programs/crash-scene.ts';
import { CRASHES, expectedOf, foundIn } from './programs/expected-endings.ts';

const postgres = await sharedPostgres();
const folder = mkdtempSync(join(tmpdir(), 'sekisho-matrix-'));

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

describe.each(CRASHES.slice(0, proofSize('killedAndPaused')))(
  'a $victim killed with SIGKILL',
  ({ victim, owner }) => {
    it(`while a ${owner} is paused at each of its points`, { timeout: 300_000 }, async () => {
      const tenant = `${victim} ${owner}`;
      const place = { url: postgres.url, ledger: join(folder, `${tenant}.txt`), tenant };
      const played = await playCrash(owner, victim, place);
      expect(foundIn(played, place.ledger)).toEqual(expectedOf(owner, victim));
    });
  },
);

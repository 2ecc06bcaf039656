import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions, refuse } from '../scripts/read-options.ts';
import { checkClaim, type Finding } from './claims/check-claim.ts';
import { openClaimsPlace } from './claims/claims-place.ts';
import { comparisonCells } from './claims/comparison-cells.ts';
import { provideMastra } from './peers/provide-mastra.ts';

const MAX_MINUTES = 5;
const USAGE = `Repeats what docs/comparison.md calls measured about duplicate decisions and decision functions that
throw. Exits with 1 when a result differs from the page.

  npm run claims -- [--tries NUMBER] [--json]

  --tries    How many waiting runs each side decides twice; 8 by default, 50 at most.
  --json     One line of JSON for each finding.`;
const { values } = readOptions(USAGE, {
  options: { tries: { type: 'string', default: '8' }, json: { type: 'boolean', default: false } },
});
const tries = Number(values.tries);
if (!Number.isInteger(tries) || tries < 1 || tries > 50) {
  refuse(`--tries must be a whole number from 1 to 50, not "${values.tries}".`, USAGE);
}

// process.exit() also stops the database server and removes its files.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
setTimeout(() => {
  console.error(`The claims were not all checked within ${MAX_MINUTES} minutes.`);
  process.exit(1);
}, MAX_MINUTES * 60_000).unref();

const findings = await lookAtAll();
for (const finding of findings) console.log(values.json ? JSON.stringify(finding) : line(finding));
if (findings.some(({ matches }) => !matches)) process.exitCode = 1;

async function lookAtAll(): Promise<readonly Finding[]> {
  const page = readFileSync(join(import.meta.dirname, '../docs/comparison.md'), 'utf8');
  const cell = comparisonCells(page);
  await provideMastra();
  const { failureClaims } = await import('./claims/failure-claims.ts');
  const { raceClaims } = await import('./claims/race-claims.ts');
  // Node 22 does not support `await using` in sources.
  const place = await openClaimsPlace();
  try {
    const found: Finding[] = [];
    for (const claim of [...failureClaims(), ...raceClaims(place, tries)]) {
      found.push(await checkClaim(claim, cell));
    }
    return found;
  } finally {
    await place[Symbol.asyncDispose]();
  }
}

function line({ claim, side, observed, matches }: Finding): string {
  return `${matches ? 'matches       ' : 'DOES NOT MATCH'}  ${claim.padEnd(46)}  ${side.padEnd(37)}  ${observed}`;
}

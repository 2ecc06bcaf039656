import type { FixtureTrace } from '../trace-builder.ts';
import { THIRD_ATTACKS } from './attacks.ts';
import { THIRD_HONEST } from './honest.ts';

/** Tasks with five to eight calls over fourteen apps of their own, to compare declared with inferred manifests. */
export const THIRD_TRACES: readonly FixtureTrace[] = [...THIRD_ATTACKS, ...THIRD_HONEST];

import type { FixtureTrace } from '../trace-builder.ts';
import { SECOND_ATTACKS } from './attacks.ts';
import { SECOND_HONEST } from './honest.ts';

/** The half of the second set that rules may be developed with. */
export const SECOND_TRACES: readonly FixtureTrace[] = [...SECOND_ATTACKS, ...SECOND_HONEST];

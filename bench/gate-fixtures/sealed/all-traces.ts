import type { FixtureTrace } from '../trace-builder.ts';
import { SEALED_ATTACKS } from './attacks.ts';
import { SEALED_HONEST } from './honest.ts';

/** The half of the second set that is scored only after the last change of the rules. */
export const SEALED_TRACES: readonly FixtureTrace[] = [...SEALED_ATTACKS, ...SEALED_HONEST];

import { z } from 'zod';
import { applyAllowLists, type ListedValues } from '../allow-lists.ts';
import { ATTRIBUTES, BASELINE_FACTS, type CallFacts, type LateFacts } from '../../policy/call-facts.ts';
import { evaluatePolicy, type PolicyOutcome } from '../../policy/evaluate-policy.ts';
import type { PolicyProfile } from '../../policy/policy-profile.ts';

const recordedSchema = z.object({
  facts: z.record(z.string(), z.union([z.boolean(), z.string(), z.number()])),
  sources: z.array(z.object({ role: z.string().optional(), value: z.string() })).optional(),
});

/** Records list at most this number of values. With more, allow-lists are not applied. */
const MAX_SOURCES = 32;

/**
 * Evaluates a recorded decision of the gate (`gate.decision`) with another profile. Returns undefined if the record
 * contains no facts: it is of an older version, or another judge than the rules decided.
 */
export function evaluateRecorded(
  data: Readonly<Record<string, unknown>>,
  profile: PolicyProfile,
): PolicyOutcome | undefined {
  const parsed = recordedSchema.safeParse(data);
  if (!parsed.success) return undefined;
  const { facts, sources = [] } = parsed.data;
  const complete: CallFacts = { ...BASELINE_FACTS, ...facts };
  const values = (role: 'recipient' | 'url') =>
    sources.filter((source) => source.role === role).map(({ value }) => value);
  const listed: ListedValues =
    sources.length >= MAX_SOURCES ? {} : { recipient: values('recipient'), url: values('url') };
  return evaluatePolicy(profile, applyAllowLists(complete, listed, profile));
}

/** Returns the facts that differ from `BASELINE_FACTS`, for the record of a decision. */
export function factsToRecord(facts: Partial<CallFacts>): Record<string, boolean | string | number> {
  const recorded: Record<string, boolean | string | number> = {};
  for (const name of ATTRIBUTES) {
    const value = facts[name];
    if (value !== undefined && value !== BASELINE_FACTS[name]) recorded[name] = value;
  }
  return recorded;
}

/** Adds the facts about the results of the run to recorded facts. */
export const withLateFacts = (
  facts: Readonly<Record<string, boolean | string | number>>,
  { tainted, alarming }: LateFacts,
): Record<string, boolean | string | number> => ({ ...facts, ...factsToRecord({ tainted, alarming }) });

import { BASELINE_FACTS, type CallFacts } from './call-facts.ts';
import { type PolicyProfile, policyProfileSchema, type PolicyRule } from './policy-profile.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { holds, STANDARD_RULES } from './evaluate-policy.ts';
import { PROFILES } from './profiles.ts';

/**
 * Loads a profile by name or from data. Throws when the data does not match its schema, when it names a rule that does
 * not exist, or when a rule contradicts its own examples.
 */
export function loadProfile(nameOrData: unknown): PolicyProfile {
  const data = typeof nameOrData === 'string' ? PROFILES.find(({ name }) => name === nameOrData) : nameOrData;
  if (data === undefined)
    throw invalid(`There is no policy profile "${String(nameOrData)}". Use strict, balanced or fast.`);
  const parsed = policyProfileSchema.safeParse(data);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue === undefined ? 'the profile' : `"${issue.path.join('.')}"`;
    throw invalid(
      `The policy profile is not valid at ${where}: ${issue?.message ?? 'unknown'}.`,
      parsed.error,
    );
  }
  const profile = parsed.data;
  const rules = [...STANDARD_RULES, ...profile.extra_rules];
  const ids = new Set<string>();
  for (const rule of rules) {
    if (ids.has(rule.id)) throw notLoaded(profile, `two rules are named ${rule.id}`);
    ids.add(rule.id);
    verifyExamples(rule, profile);
  }
  const unknown = Object.keys(profile.decisions).find((id) => !ids.has(id));
  if (unknown !== undefined)
    throw notLoaded(profile, `it decides about the rule ${unknown}, which does not exist`);
  return profile;
}

function verifyExamples(rule: PolicyRule, profile: PolicyProfile): void {
  for (const example of rule.match) {
    if (holds(rule, profile, withExample(example)) !== true)
      throw notLoaded(
        profile,
        `the rule ${rule.id} does not match its own example ${JSON.stringify(example)}`,
      );
  }
  for (const example of rule.not_match) {
    if (holds(rule, profile, withExample(example)) !== false) {
      throw notLoaded(profile, `the rule ${rule.id} matches ${JSON.stringify(example)}, which it must not`);
    }
  }
}

function withExample(example: Readonly<Record<string, unknown>>): Partial<CallFacts> {
  return { ...BASELINE_FACTS, ...example };
}

const notLoaded = ({ name }: PolicyProfile, problem: string) =>
  invalid(`The policy profile "${name}" cannot be loaded: ${problem}.`);

const invalid = (message: string, cause?: unknown) =>
  new SekishoError('AGENTS-E-POLICY-INVALID', message, cause === undefined ? {} : { cause });

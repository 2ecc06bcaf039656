import type { PolicyProfile } from '../policy/policy-profile.ts';
import type { PolicyStore } from '../policy/policy-store.ts';
import { tightenProfile } from '../policy/tighten-profile.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { digestOf } from '../checks/digest.ts';

/** From the strictest to the weakest. */
const PROFILES = ['strict', 'balanced', 'fast'] as const;
export type ProfileName = (typeof PROFILES)[number];

/** Determines the policy of a run. */
export class PolicyResolver {
  readonly #store: PolicyStore;
  readonly #versions = new WeakMap<PolicyProfile, string>();
  /** The latest combination of each profile. */
  readonly #combined = new WeakMap<
    PolicyProfile,
    { readonly limit: PolicyProfile; readonly combined: PolicyProfile }
  >();
  #limit: ProfileName | undefined;

  constructor(store: PolicyStore) {
    this.#store = store;
  }

  /** Sets the profile of the runner. After that, a run may use a stricter profile, never a weaker one. */
  setProfile(name: string): void {
    this.#limit = requireProfileName(name);
  }

  get current(): ProfileName {
    return this.#limit ?? 'balanced';
  }

  async forRun(requested: string | undefined): Promise<{ profile: PolicyProfile; version: string }> {
    const name = requested === undefined ? this.current : requireProfileName(requested);
    if (this.#limit !== undefined && PROFILES.indexOf(name) > PROFILES.indexOf(this.#limit)) {
      throw new SekishoError(
        'AGENTS-E-POLICY-INVALID',
        `The runner uses the profile "${this.#limit}". A run may use a stricter profile, but "${name}" is weaker.`,
      );
    }
    const profile = await this.#store.getProfile(name);
    if (PROFILES.indexOf(name) >= PROFILES.indexOf(this.current))
      return { profile, version: this.#versionOf(profile) };
    const tightened = this.#tightened(profile, await this.#store.getProfile(this.current));
    return { profile: tightened, version: this.#versionOf(tightened) };
  }

  /**
   * Returns what both profiles allow. Names alone do not show which profile is stricter, because a host can change each of
   * them. A profile that is stricter in every respect is unchanged, so that its version, to which approvals are bound, is too.
   */
  #tightened(profile: PolicyProfile, limit: PolicyProfile): PolicyProfile {
    const latest = this.#combined.get(profile);
    if (latest?.limit === limit) return latest.combined;
    const both = tightenProfile(profile, limit);
    const combined = digestOf(both) === digestOf(tightenProfile(profile, profile)) ? profile : both;
    this.#combined.set(profile, { limit, combined });
    return combined;
  }

  #versionOf(profile: PolicyProfile): string {
    const cached = this.#versions.get(profile);
    if (cached !== undefined) return cached;
    const version = `${profile.name}@${digestOf(profile).slice(0, 12)}`;
    this.#versions.set(profile, version);
    return version;
  }
}

/** Returns whether the first profile is stricter than the second. */
export const isStricterProfile = (name: string, than: string) =>
  PROFILES.indexOf(requireProfileName(name)) < PROFILES.indexOf(requireProfileName(than));

/** Returns a name if a profile has it, and throws otherwise. */
export function requireProfileName(name: string): ProfileName {
  const profile = PROFILES.find((each) => each === name);
  if (profile) return profile;
  throw new SekishoError(
    'AGENTS-E-POLICY-INVALID',
    `There is no policy profile "${name}". Use strict, balanced or fast.`,
  );
}

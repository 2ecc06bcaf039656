import { loadProfile } from './load-profile.ts';
import type { PolicyProfile } from './policy-profile.ts';

/** A source of profiles. An unknown name throws AGENTS-E-POLICY-INVALID. */
export interface PolicyStore {
  getProfile(name: string): Promise<PolicyProfile>;
  setProfile(profile: PolicyProfile): Promise<void>;
}

/** Stores profiles in this process: the three of the package, until the host replaces them. */
export class MemoryPolicyStore implements PolicyStore {
  readonly #profiles = new Map<string, PolicyProfile>();

  async getProfile(name: string): Promise<PolicyProfile> {
    const known = this.#profiles.get(name);
    if (known) return known;
    const loaded = loadProfile(name);
    this.#profiles.set(name, loaded);
    return loaded;
  }

  async setProfile(profile: PolicyProfile): Promise<void> {
    this.#profiles.set(profile.name, loadProfile(profile));
  }
}

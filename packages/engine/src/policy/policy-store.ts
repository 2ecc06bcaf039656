import type { PolicyProfile } from './policy-profile.ts';

/** A source of profiles. An unknown name throws AGENTS-E-POLICY-INVALID. */
export interface PolicyStore {
  getProfile(name: string): Promise<PolicyProfile>;
  setProfile(profile: PolicyProfile): Promise<void>;
}

import type { PolicyProfile } from '../contracts/policy-profile.ts';

/** Where profiles come from. An unknown name is AGENTS-E-POLICY-INVALID. */
export interface PolicyStore {
  getProfile(name: string): Promise<PolicyProfile>;
  setProfile(profile: PolicyProfile): Promise<void>;
}

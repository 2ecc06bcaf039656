import type { PolicyProfile, ToolManifest } from 'sekisho';

/** A value that users change, with a version that prevents lost updates. */
type Versioned<Value> = {
  readonly value: Value;
  readonly version: number;
  readonly changed_by: string;
  readonly changed_at: string;
};

/** Stores the policies and the confirmed tool manifests that users change. */
export interface PolicyStore {
  getProfile(name: string): Promise<Versioned<PolicyProfile> | undefined>;
  /** Returns false when the version is not the current one. A new value has version 0. */
  putProfile(profile: PolicyProfile, change: Change): Promise<boolean>;
  getActivePolicy(): Promise<string | undefined>;
  setActivePolicy(name: string, change: Omit<Change, 'version'>): Promise<void>;

  listManifests(): Promise<ReadonlyMap<string, Versioned<ToolManifest>>>;
  /** `undefined` deletes the confirmation. */
  putManifest(toolId: string, manifest: ToolManifest | undefined, change: Change): Promise<boolean>;
}

/** The author of a change and the version that it is based on. */
export type Change = { readonly version: number; readonly by: string; readonly now: number };

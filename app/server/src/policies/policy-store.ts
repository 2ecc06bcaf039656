import type { PolicyProfile, ToolManifest } from 'sekisho';
import type { Change, Versioned } from '../storage/versioned.ts';
import type { DryRun } from './dry-run.ts';

/** An unsaved edit of a profile, and the version that it is based on. */
export type PolicyDraft = { readonly version: number; readonly profile: Readonly<Record<string, unknown>> };

/** Stores the policies and the confirmed tool manifests that users change. */
export interface PolicyStore {
  getProfile(name: string): Promise<Versioned<PolicyProfile> | undefined>;
  /** Returns false when the version is not the current one. A new value has version 0. */
  putProfile(profile: PolicyProfile, change: Change): Promise<boolean>;
  /** Returns all saved versions of a profile, newest first. */
  listProfileVersions(name: string): Promise<readonly Versioned<PolicyProfile>[]>;

  /** The unsaved edit of one user. `undefined` deletes it. */
  getDraft(userId: string, name: string): Promise<PolicyDraft | undefined>;
  putDraft(userId: string, name: string, draft: PolicyDraft | undefined, now: number): Promise<void>;

  getDryRun(id: string): Promise<Versioned<DryRun> | undefined>;
  putDryRun(dryRun: DryRun, change: Omit<Change, 'version'>): Promise<void>;

  getActivePolicy(): Promise<string | undefined>;
  setActivePolicy(name: string, change: Omit<Change, 'version'>): Promise<void>;

  listManifests(): Promise<ReadonlyMap<string, Versioned<ToolManifest>>>;
  /** `undefined` deletes the confirmation. */
  putManifest(toolId: string, manifest: ToolManifest | undefined, change: Change): Promise<boolean>;
}

import { describe, expect, it } from 'vitest';
import { loadProfile } from '../policy/load-profile.ts';
import { MemoryPolicyStore } from '../policy/policy-store.ts';
import { PolicyResolver } from './policy-resolver.ts';

const resolverWith = (limit?: string) => {
  const made = new PolicyResolver(new MemoryPolicyStore());
  if (limit !== undefined) made.setProfile(limit);
  return made;
};

describe('PolicyResolver', () => {
  it('uses the profile balanced by default', async () => {
    expect((await resolverWith().forRun(undefined)).profile.name).toBe('balanced');
  });

  it.each([
    ['strict', 'strict'],
    ['balanced', 'strict'],
    ['balanced', 'balanced'],
    ['fast', 'fast'],
  ])('lets a run of a %s runner use %s', async (limit, requested) => {
    expect((await resolverWith(limit).forRun(requested)).profile.name).toBe(requested);
  });

  it.each([
    ['strict', 'balanced'],
    ['strict', 'fast'],
    ['balanced', 'fast'],
    ['balanced', 'none'],
    ['balanced', '__proto__'],
  ])('does not let a run of a %s runner use %s', async (limit, requested) => {
    await expect(resolverWith(limit).forRun(requested)).rejects.toMatchObject({
      code: 'AGENTS-E-POLICY-INVALID',
    });
  });

  it.each([undefined, 'balanced'])(
    'keeps the limits of the runner in a stricter run (set: %s)',
    async (limit) => {
      const store = new MemoryPolicyStore();
      const balanced = loadProfile('balanced');
      await store.setProfile({
        ...balanced,
        limits: { ...balanced.limits, writes: 1 },
        decisions: { ...balanced.decisions, 'content.requests-action': 'deny' },
        named_approver: true,
      });
      const resolver = new PolicyResolver(store);
      if (limit !== undefined) resolver.setProfile(limit);
      const { profile, version } = await resolver.forRun('strict');
      expect(profile).toMatchObject({ name: 'strict', limits: { writes: 1 }, named_approver: true });
      expect(profile.decisions['content.requests-action']).toBe('deny');
      expect(await resolver.forRun('strict')).toEqual({ profile, version });
      expect(version).not.toBe((await resolverWith().forRun('strict')).version);
    },
  );

  it('does not use an allow-list of the runner that the stricter profile does not have', async () => {
    const store = new MemoryPolicyStore();
    await store.setProfile({ ...loadProfile('balanced'), allow_lists: { recipients: ['ann@corp.example'] } });
    const { profile } = await new PolicyResolver(store).forRun('strict');
    expect(profile.allow_lists).toBeUndefined();
  });

  it('does not change the version of a profile that is stricter in every respect', async () => {
    const alone = await resolverWith('strict').forRun('strict');
    expect(await resolverWith('balanced').forRun('strict')).toEqual(alone);
    expect(await resolverWith('fast').forRun('strict')).toEqual(alone);
    expect(await resolverWith('fast').forRun('balanced')).toEqual(await resolverWith().forRun('balanced'));
  });

  it('assigns another version to a changed profile', async () => {
    const store = new MemoryPolicyStore();
    const before = await new PolicyResolver(store).forRun('strict');
    await store.setProfile({ ...before.profile, limits: { ...before.profile.limits, writes: 1 } });
    const after = await new PolicyResolver(store).forRun('strict');
    expect(after.version).not.toBe(before.version);
  });
});

import { describe, expect, it } from 'vitest';
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

  it('assigns another version to a changed profile', async () => {
    const store = new MemoryPolicyStore();
    const before = await new PolicyResolver(store).forRun('strict');
    await store.setProfile({ ...before.profile, limits: { ...before.profile.limits, writes: 1 } });
    const after = await new PolicyResolver(store).forRun('strict');
    expect(after.version).not.toBe(before.version);
  });
});

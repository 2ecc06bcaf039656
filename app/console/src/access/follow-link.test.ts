import { describe, expect, it } from 'vitest';
import { followLink } from './follow-link.ts';

async function follow(findUser: () => Promise<string | undefined>): Promise<string[]> {
  const done: string[] = [];
  await followLink('secret', {
    findUser,
    signIn: (token) => void done.push(`sign in with ${token}`),
    offer: (token, user) => void done.push(`ask ${user} about ${token}`),
  });
  return done;
}

describe('a link with a token', () => {
  it('signs in when no person is signed in', async () => {
    expect(await follow(async () => undefined)).toEqual(['sign in with secret']);
  });

  it('does not replace the signed-in person with the sender of the link', async () => {
    expect(await follow(async () => 'mika')).toEqual(['ask mika about secret']);
  });

  it('leaves the report of an unavailable server to the sign-in page', async () => {
    expect(await follow(async () => Promise.reject(new Error('away')))).toEqual(['sign in with secret']);
  });
});

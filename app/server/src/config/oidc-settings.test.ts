import { describe, expect, it } from 'vitest';
import { readSettings } from './env.ts';

const OIDC = {
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'SECRET',
  OIDC_GROUP_ROLES: 'sekisho-admins:admin, team:reviewers:approver',
};

describe('the settings of OpenID Connect', () => {
  it('are undefined without an issuer', () => {
    expect(readSettings({ ...OIDC, OIDC_ISSUER: '' }).oidc).toBeUndefined();
  });

  it('have defaults for scope and claims', () => {
    expect(readSettings(OIDC).oidc).toEqual({
      issuer: new URL('https://login.example.com'),
      name: 'login.example.com',
      clientId: 'console',
      clientSecret: 'SECRET',
      scope: 'openid profile email',
      userClaim: 'sub',
      groupsClaim: 'groups',
      groupRoles: new Map([
        ['sekisho-admins', 'admin'],
        ['team:reviewers', 'approver'],
      ]),
      defaultRole: undefined,
    });
  });

  it.each([
    [{ OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'login.example.com' }, 'OIDC_ISSUER'],
    [{ OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID'],
    [{ OIDC_GROUP_ROLES: '' }, 'OIDC_DEFAULT_ROLE'],
    [{ OIDC_GROUP_ROLES: 'admins' }, 'OIDC_GROUP_ROLES'],
    [{ OIDC_GROUP_ROLES: 'admins:root' }, 'OIDC_GROUP_ROLES'],
    [{ OIDC_GROUP_ROLES: ':admin' }, 'OIDC_GROUP_ROLES'],
    [{ OIDC_DEFAULT_ROLE: 'root' }, 'OIDC_DEFAULT_ROLE'],
    [{ PUBLIC_URL: 'https://console.example.com/path' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'console.example.com' }, 'PUBLIC_URL'],
  ])('%j are rejected with the name of the variable and without values', (changes, name) => {
    const read = () => readSettings({ ...OIDC, ...changes });
    expect(read).toThrow(name);
    expect(read).not.toThrow('SECRET');
  });

  it('accept an issuer on this machine without https', () => {
    expect(readSettings({ ...OIDC, OIDC_ISSUER: 'http://127.0.0.1:9000' }).oidc?.issuer.port).toBe('9000');
  });
});

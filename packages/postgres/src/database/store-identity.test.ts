import { describe, expect, it } from 'vitest';
import { storeIdentity } from './store-identity.ts';

const identityOf = (options: object, schema = 'sekisho', tenant = '') =>
  storeIdentity(
    {
      options: {
        max: 1,
        maxUses: 1,
        allowExitOnIdle: false,
        maxLifetimeSeconds: 0,
        idleTimeoutMillis: 0,
        ...options,
      },
    },
    schema,
    tenant,
  );

describe('storeIdentity', () => {
  it('is the same for a URL and separate options, and contains no password', () => {
    const one = identityOf({ connectionString: 'postgres://me:secret@db.example:6000/shop' });
    expect(one).toBe(identityOf({ host: 'db.example', port: 6000, database: 'shop', password: 'secret' }));
    expect(one).not.toContain('secret');
  });

  it.each([
    ['another database', identityOf({ connectionString: 'postgres://db.example/other' })],
    ['another server', identityOf({ connectionString: 'postgres://other.example/shop' })],
    ['another schema', identityOf({ connectionString: 'postgres://db.example/shop' }, 'two')],
    ['another tenant', identityOf({ connectionString: 'postgres://db.example/shop' }, 'sekisho', 'acme')],
  ])('differs for %s', (_case, other) => {
    expect(other).not.toBe(identityOf({ connectionString: 'postgres://db.example/shop' }));
  });
});

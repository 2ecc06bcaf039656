import { describe, expect, it } from 'vitest';
import { addressProblem, isLoopbackHost } from './guarded-dispatcher.ts';

const nothing = { allowsLoopback: false, allowsPrivate: false };
const everything = { allowsLoopback: true, allowsPrivate: true };

describe('addressProblem', () => {
  it.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '[2606:4700::1111]'])(
    'allows %s',
    (address) => {
      expect(addressProblem(address, nothing)).toBeUndefined();
    },
  );

  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    'fd00::1',
  ])('rejects %s unless the rules allow it', (address) => {
    expect(addressProblem(address, nothing)).toBeTypeOf('string');
    expect(addressProblem(address, everything)).toBeUndefined();
  });

  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fe80::1%eth0',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    '255.255.255.255',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '::7f00:1',
    '::a9fe:a9fe',
    '::fffe:7f00:1',
    '4000::1',
    'fec0::1',
    '168.63.129.16',
    '100.100.100.200',
    '::ffff:168.63.129.16',
    'fd00:ec2::254',
    'fd00:0ec2:0:0:0:0:0:0254',
    'example.com',
    '',
  ])('rejects %j under all rules', (address) => {
    expect(addressProblem(address, everything)).toBeTypeOf('string');
  });
});

describe('isLoopbackHost', () => {
  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['[::1]', true],
    ['localhost.example.com', false],
    ['127.0.0.1.nip.io', false],
    ['10.0.0.1', false],
  ])('returns for %s: %s', (host, answer) => {
    expect(isLoopbackHost(host)).toBe(answer);
  });
});

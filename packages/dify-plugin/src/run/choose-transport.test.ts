import { describe, expect, it } from 'vitest';
import { chooseTransport } from './choose-transport.ts';

const remote = { INSTALL_METHOD: 'remote', REMOTE_INSTALL_KEY: 'k' };

describe('chooseTransport', () => {
  it.each([
    [{}, { transport: 'stdio' }],
    [{ INSTALL_METHOD: 'local' }, { transport: 'stdio' }],
    [remote, { transport: 'remote', host: 'localhost', port: 5003, key: 'k' }],
    [
      { ...remote, REMOTE_INSTALL_URL: 'dify.example:5004' },
      { transport: 'remote', host: 'dify.example', port: 5004, key: 'k' },
    ],
    [
      { ...remote, REMOTE_INSTALL_HOST: 'dify.example', REMOTE_INSTALL_PORT: '1' },
      { transport: 'remote', host: 'dify.example', port: 1, key: 'k' },
    ],
    [
      { INSTALL_METHOD: 'serverless' },
      { transport: 'http', host: '127.0.0.1', port: 8080, daemonUrl: 'http://localhost:5002' },
    ],
    [
      {
        INSTALL_METHOD: 'serverless',
        SERVERLESS_HOST: '0.0.0.0',
        SERVERLESS_PORT: '9000',
        DIFY_PLUGIN_DAEMON_URL: 'http://daemon:5002',
      },
      { transport: 'http', host: '0.0.0.0', port: 9000, daemonUrl: 'http://daemon:5002' },
    ],
    [{ INSTALL_METHOD: '' }, { transport: 'stdio' }],
    [
      { ...remote, REMOTE_INSTALL_URL: '', REMOTE_INSTALL_HOST: '', REMOTE_INSTALL_PORT: '' },
      { transport: 'remote', host: 'localhost', port: 5003, key: 'k' },
    ],
    [
      {
        INSTALL_METHOD: 'serverless',
        SERVERLESS_HOST: '',
        SERVERLESS_PORT: '',
        AWS_LAMBDA_PORT: '9001',
        DIFY_PLUGIN_DAEMON_URL: '',
      },
      { transport: 'http', host: '127.0.0.1', port: 9001, daemonUrl: 'http://localhost:5002' },
    ],
  ])('reads %j', (env, expected) => {
    expect(chooseTransport(env)).toEqual(expected);
  });

  it.each([
    ['an unknown method', { INSTALL_METHOD: 'unknown' }, 'INSTALL_METHOD'],
    ['no key', { INSTALL_METHOD: 'remote' }, 'REMOTE_INSTALL_KEY'],
    ['a blank port', { INSTALL_METHOD: 'serverless', SERVERLESS_PORT: ' ' }, 'SERVERLESS_PORT'],
    [
      'a port that is not a number',
      { INSTALL_METHOD: 'serverless', SERVERLESS_PORT: 'http' },
      'SERVERLESS_PORT',
    ],
  ])('rejects %s', (_case, env, name) => {
    expect(() => chooseTransport(env)).toThrow(name);
  });
});

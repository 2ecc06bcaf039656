import { expect, it } from 'vitest';
import * as plugin from '../src/index.ts';
import * as packer from '../src/packer/index.ts';

it('exports these names and no others', () => {
  expect(Object.keys(plugin).toSorted()).toEqual([
    'AsyncQueue',
    'PluginError',
    'definePlugin',
    'pluginErrorTypes',
    'runPlugin',
    'serveHttp',
    'serveRemote',
    'serveStdio',
  ]);
  expect(Object.keys(packer).toSorted()).toEqual([
    'MAX_PACKAGE_BYTES',
    'checkPackage',
    'computeChecksum',
    'formatPublicKey',
    'packPlugin',
    'readPluginDeclaration',
    'readPluginFolder',
    'signPackage',
    'unzipFiles',
    'verifyPackage',
    'zipFiles',
  ]);
});

it('exports the error types of Dify', () => {
  expect(plugin.pluginErrorTypes).toEqual([
    'InvokeRateLimitError',
    'InvokeAuthorizationError',
    'InvokeBadRequestError',
    'InvokeConnectionError',
    'InvokeServerUnavailableError',
    'CredentialsValidateFailedError',
    'NotImplementedError',
    'PluginInternalError',
  ]);
});

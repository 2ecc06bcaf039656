import { dirname, join } from 'node:path';
import { findPython } from './find-python.ts';
import { pathExists } from './path-exists.ts';
import { runCommand } from './run-command.ts';
import { wrapProgram } from './wrap-program.ts';

/** The Python programs that the tests start. */
export type PythonTools = {
  /** Python 3.12, as the daemon requires. */
  python: string;
  uv: string;
  /** A Python with Dify's SDK. */
  sdkPython: string;
  /** The environment of these programs. */
  env: Record<string, string>;
};

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Creates an environment with uv and Dify's SDK, once, from the folder of wheels or from the package index. Later runs use
 * the cache folder.
 */
export async function preparePython(
  cacheFolder: string,
  inherited: Record<string, string>,
  wheels?: string,
): Promise<PythonTools> {
  const python = await findPython(inherited);
  // uv has its own certificate list, which does not contain the certificate of a company proxy.
  const certificates = (await pathExists(CERTIFICATES)) ? { SSL_CERT_FILE: CERTIFICATES } : {};
  const env = {
    ...certificates,
    ...inherited,
    // The first folder of PATH, so that `uv venv --python 3.12` finds this Python and downloads nothing.
    PATH: `${dirname(python)}:${inherited['PATH'] ?? ''}`,
  };
  const folder = join(cacheFolder, 'python');
  const uv = join(folder, 'bin/uv');
  const sdkPython = join(folder, 'bin/python');
  if (!(await pathExists(uv))) {
    const source = wheels === undefined ? [] : ['--no-index', '--find-links', wheels];
    await runCommand(python, ['-m', 'venv', '--clear', folder], { env });
    await runCommand(sdkPython, ['-m', 'pip', 'install', '--quiet', ...source, 'uv', 'dify_plugin'], { env });
  }
  const wrappedUv = join(folder, 'bin/uv-of-this-machine');
  await wrapProgram(wrappedUv, {
    command: [uv],
    env: { ...networkSettings(env), ...offlineSettings(wheels) },
  });
  return { python, uv: wrappedUv, sdkPython, env };
}

// Daemons before 0.6.4 start uv without the certificates, so uv could not connect through such a proxy.
function networkSettings(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => /^SSL_CERT_FILE$|_proxy$/i.test(name)));
}

function offlineSettings(wheels: string | undefined): Record<string, string> {
  return wheels === undefined ? {} : { UV_NO_INDEX: '1', UV_OFFLINE: '1', UV_FIND_LINKS: wheels };
}

import { dirname, join } from 'node:path';
import { findPython } from './find-python.ts';
import { pathExists } from './path-exists.ts';
import { runCommand } from './run-command.ts';
import { wrapProgram } from './wrap-program.ts';

/** The Python programs that the tests start. */
export type PythonTools = {
  /** Python 3.12, as the daemon wants it. */
  python: string;
  uv: string;
  /** A Python that has Dify's own SDK. */
  sdkPython: string;
  /** The environment to start any of them in. */
  env: Record<string, string>;
};

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Makes an environment with uv and Dify's SDK, from the folder of wheels or from the package index, once; later runs find it
 * in the cache folder.
 */
export async function preparePython(
  cacheFolder: string,
  inherited: Record<string, string>,
  wheels?: string,
): Promise<PythonTools> {
  const python = await findPython(inherited);
  // uv brings its own list of authorities and would not know the one of a company's proxy.
  const certificates = (await pathExists(CERTIFICATES)) ? { SSL_CERT_FILE: CERTIFICATES } : {};
  const env = {
    ...certificates,
    ...inherited,
    // First, so that `uv venv --python 3.12` finds it and downloads nothing.
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

// Daemons before 0.6.4 start uv without the certificates, and behind a proxy with its own ones it would reach nothing.
function networkSettings(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => /^SSL_CERT_FILE$|_proxy$/i.test(name)));
}

function offlineSettings(wheels: string | undefined): Record<string, string> {
  return wheels === undefined ? {} : { UV_NO_INDEX: '1', UV_OFFLINE: '1', UV_FIND_LINKS: wheels };
}

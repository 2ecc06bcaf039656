import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { ConsoleFile, ConsoleFiles } from './console-files.ts';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
};

/**
 * Reads the files of the built console once. Requests are looked up in this list and never become a file path, so no
 * request can access a file outside of the folder.
 */
export function readConsoleFiles(folder = ''): ConsoleFiles {
  const paths = existsSync(folder) ? listFiles(folder) : [];
  const loaded = new Map<string, ConsoleFile>();
  const names = new Map(paths.map((path) => [`/${path.split(sep).join('/')}`, join(folder, path)]));
  return {
    isBuilt: names.has('/index.html'),
    find: (name) => {
      const path = names.get(name);
      if (path === undefined) return undefined;
      const known = loaded.get(name) ?? load(name, path);
      loaded.set(name, known);
      return known;
    },
  };
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function load(name: string, path: string): ConsoleFile {
  const bytes = readFileSync(path);
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const isText = /^text|json|svg/.test(type);
  return {
    type,
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    // The build adds a content hash to these names, so the content of a name never changes.
    isImmutable: name.startsWith('/assets/'),
    gzip: isText ? gzipSync(bytes, { level: 9 }) : undefined,
    brotli: isText
      ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      : undefined,
  };
}

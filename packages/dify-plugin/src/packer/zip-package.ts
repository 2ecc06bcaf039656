import { unzipSync, zipSync, type Zippable } from 'fflate';
import { PluginError } from '../errors/plugin-error.ts';
import { MAX_PACKAGE_BYTES } from './check-package.ts';
import type { PackageFiles } from './package-files.ts';
import { isSafePath } from './scalar-schemas.ts';

const END_RECORD_BYTES = 22;
const END_SIGNATURE = 0x06054b50;
const UNIX = 3;
const REGULAR_FILE = 0o100644;

/** The file in which a signer states the category of the publisher. */
export const VERIFICATION_FILE = '.verification.dify.json';

/** Packs the files as a zip that depends only on them: sorted, with a fixed time and mode, without folders. */
export function zipFiles(files: PackageFiles, comment = ''): Uint8Array {
  const entries: Zippable = {};
  // Zip stores local time without a zone, so this date has the same bytes everywhere.
  const mtime = new Date(1980, 0, 1);
  for (const [path, bytes] of inSignedOrder(files)) {
    if (!isSafePath(path))
      throw new PluginError(
        'PluginInternalError',
        `"${path}" cannot be packed: it is not a path inside the package.`,
      );
    Object.defineProperty(entries, path, {
      enumerable: true,
      value: [bytes, { level: 9, mtime, os: UNIX, attrs: REGULAR_FILE * 0x10000 }],
    });
  }
  return withComment(zipSync(entries), comment);
}

/** Returns the files of a zip in their order, and its comment. */
export function unzipFiles(zip: Uint8Array): { files: PackageFiles; comment: string } {
  const names: string[] = [];
  let total = 0;
  const contents = unzipSync(zip, {
    filter: ({ name, originalSize }) => {
      total += originalSize;
      if (!isSafePath(name))
        throw new PluginError('PluginInternalError', `The package contains the unsafe path "${name}".`);
      if (names.includes(name))
        throw new PluginError('PluginInternalError', `The package contains "${name}" twice.`);
      if (total > MAX_PACKAGE_BYTES)
        throw new PluginError('PluginInternalError', 'The package is too large.');
      names.push(name);
      return true;
    },
  });
  const files = new Map(names.map((name) => [name, contents[name] ?? new Uint8Array()]));
  return { files, comment: readComment(zip) };
}

/** Sorts by path. The file of the signer comes last, as in the daemon's own signer. */
function inSignedOrder(files: PackageFiles): [string, Uint8Array][] {
  return [...files].toSorted(([one], [other]) => {
    if (isAdded(one) !== isAdded(other)) return isAdded(one) ? 1 : -1;
    return one < other ? -1 : 1;
  });
}

function isAdded(path: string): boolean {
  return path === VERIFICATION_FILE;
}

function withComment(zip: Uint8Array, comment: string): Uint8Array {
  const text = Buffer.from(comment, 'utf8');
  const result = Buffer.concat([zip, text]);
  result.writeUInt16LE(text.length, zip.length - 2);
  return new Uint8Array(result.buffer, result.byteOffset, result.byteLength);
}

function readComment(zip: Uint8Array): string {
  const view = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
  const earliest = Math.max(0, view.length - END_RECORD_BYTES - 0xffff);
  for (let at = view.length - END_RECORD_BYTES; at >= earliest; at -= 1) {
    if (view.readUInt32LE(at) !== END_SIGNATURE) continue;
    const length = view.readUInt16LE(at + END_RECORD_BYTES - 2);
    if (at + END_RECORD_BYTES + length === view.length) return view.toString('utf8', at + END_RECORD_BYTES);
  }
  return '';
}

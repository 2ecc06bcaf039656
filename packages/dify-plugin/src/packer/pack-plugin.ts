import { checkPackage, MAX_PACKAGE_BYTES } from './check-package.ts';
import { computeChecksum } from './compute-checksum.ts';
import type { PackageFiles, PackageProblem } from './package-files.ts';
import { signPackage, type SigningOptions } from './sign-package.ts';
import { unzipFiles, zipFiles } from './zip-package.ts';

/** A packed plugin, or all problems that prevent packing. */
export type PackResult =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      readonly checksum: string;
      /** `author/name:version@checksum`, the identifier in the daemon. */
      readonly identifier: string;
    }
  | { readonly ok: false; readonly problems: readonly PackageProblem[] };

/** Checks files and packs them. The same files result in the same bytes on every machine. */
export function packPlugin(files: PackageFiles, signing?: SigningOptions): PackResult {
  const check = checkPackage(files);
  if (!check.ok) return check;
  const plain = zipFiles(files);
  const bytes = signing === undefined ? plain : signPackage(plain, signing);
  if (bytes.length > MAX_PACKAGE_BYTES) {
    const problem = `The package has ${bytes.length} bytes; the limit of Dify is ${MAX_PACKAGE_BYTES}.`;
    return { ok: false, problems: [{ file: '', where: '', problem }] };
  }
  const checksum = computeChecksum(unzipFiles(bytes).files);
  const { author, name, version } = check.manifest;
  return { ok: true, bytes, checksum, identifier: `${author}/${name}:${version}@${checksum}` };
}

export { checkPackage, MAX_PACKAGE_BYTES, type PackageCheck } from './check-package.ts';
export { computeChecksum } from './compute-checksum.ts';
export type { Manifest } from './manifest-schema.ts';
export { packPlugin, type PackResult } from './pack-plugin.ts';
export type { PackageFiles, PackageProblem } from './package-files.ts';
export { readPluginDeclaration } from './read-plugin-declaration.ts';
export { readPluginFolder, type FolderOptions } from './read-plugin-folder.ts';
export {
  formatPublicKey,
  signPackage,
  verifyPackage,
  type AuthorizedCategory,
  type SigningOptions,
} from './sign-package.ts';
export { unzipFiles, zipFiles } from './zip-package.ts';

import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { PluginError } from '../errors/plugin-error.ts';
import { sha256 } from './compute-checksum.ts';
import type { PackageFiles } from './package-files.ts';
import { unzipFiles, VERIFICATION_FILE, zipFiles } from './zip-package.ts';

/** The category of the publisher of a package, in the terms of Dify. */
export type AuthorizedCategory = 'langgenius' | 'partner' | 'community';

/** The inputs of a signature. */
export type SigningOptions = {
  privateKey: KeyObject;
  /** Seconds since 1970; part of the signed data. */
  time: number;
  category?: AuthorizedCategory;
};

const commentSchema = z.object({ signature: z.base64().min(1), time: z.int() });

/** Returns the package with a signature. Daemons that trust the public key accept it. */
export function signPackage(zip: Uint8Array, options: SigningOptions): Uint8Array {
  const { privateKey, time, category = 'community' } = options;
  if (privateKey.asymmetricKeyType !== 'rsa')
    throw new PluginError('PluginInternalError', 'The signing key is not an RSA key. Use an RSA key.');
  const files = new Map(unzipFiles(zip).files);
  files.set(VERIFICATION_FILE, Buffer.from(JSON.stringify({ authorized_category: category })));
  const ordered = unzipFiles(zipFiles(files)).files;
  const signature = sign('RSA-SHA256', toSignedBytes(ordered, time), privateKey).toString('base64');
  return zipFiles(files, JSON.stringify({ signature, time }));
}

/** Returns true when the package has a signature of that key over exactly these files. */
export function verifyPackage(zip: Uint8Array, publicKey: KeyObject): boolean {
  try {
    const { files, comment } = unzipFiles(zip);
    const { signature, time } = commentSchema.parse(JSON.parse(comment));
    return verify('RSA-SHA256', toSignedBytes(files, time), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Formats a public key for the daemon, which reads only PKCS#1 without trailing data. */
export function formatPublicKey(key: KeyObject): string {
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  return publicKey.export({ type: 'pkcs1', format: 'pem' }).toString().trimEnd();
}

function toSignedBytes(files: PackageFiles, time: number): Buffer {
  return Buffer.concat([...[...files.values()].map((bytes) => sha256(bytes)), Buffer.from(String(time))]);
}

import { z } from 'zod';

/** A version in the format of the daemon. */
export const versionSchema = z
  .string()
  .regex(/^\d{1,4}(?:\.\d{1,4}){2}(?:-\w{1,16})?$/, 'must have the form "1.2.3" or "1.2.3-beta", in quotes');

/** The name of a provider, a tool or a strategy. */
export const identityNameSchema = z
  .string()
  .max(255)
  .regex(/^[a-zA-Z0-9_-]+$/, 'may contain only letters, digits, _ and -');

/** A file inside the package. */
export const packagePathSchema = z
  .string()
  .min(1)
  .max(128)
  .refine((path) => isSafePath(path), 'must be a path inside the package, separated by /');

/** A file below `_assets`. */
export const iconSchema = packagePathSchema.refine(
  (path) => !path.startsWith('_assets/'),
  'must be relative to _assets, without that prefix',
);

/** A decimal number as text, so that a price is not rounded. */
export const decimalSchema = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/, 'must be a decimal number in quotes, such as "1.75"');

/** The tags of Dify's marketplace. */
export const tagSchema = z.enum([
  'search',
  'image',
  'videos',
  'weather',
  'finance',
  'design',
  'travel',
  'social',
  'news',
  'medical',
  'productivity',
  'education',
  'business',
  'entertainment',
  'utilities',
  'agent',
  'rag',
  'other',
  'trigger',
]);

/** Returns true for a path that remains inside the folder into which it is unpacked. */
export function isSafePath(path: string): boolean {
  if (path === '' || path.includes('\\') || path.includes('\0') || path.startsWith('/')) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

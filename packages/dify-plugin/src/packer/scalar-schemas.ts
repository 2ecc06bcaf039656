import { z } from 'zod';

/** A version as the daemon reads it. */
export const versionSchema = z
  .string()
  .regex(/^\d{1,4}(?:\.\d{1,4}){2}(?:-\w{1,16})?$/, 'must look like 1.2.3 or 1.2.3-beta, in quotes');

/** The name of a provider, a tool or a strategy. */
export const identityNameSchema = z
  .string()
  .max(255)
  .regex(/^[a-zA-Z0-9_-]+$/, 'may hold letters, digits, _ and - only');

/** A file inside the package. */
export const packagePathSchema = z
  .string()
  .min(1)
  .max(128)
  .refine((path) => isSafePath(path), 'must be a path inside the package, with / between its parts');

/** A file below `_assets`. */
export const iconSchema = packagePathSchema.refine(
  (path) => !path.startsWith('_assets/'),
  'is looked up below _assets; leave the prefix out',
);

/** A decimal number as text, because a price must not be rounded on its way. */
export const decimalSchema = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/, 'must be a decimal number in quotes, such as "1.75"');

/** The topics that Dify's marketplace knows. */
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

/** True for a name that stays inside the folder it is unpacked to. */
export function isSafePath(path: string): boolean {
  if (path === '' || path.includes('\\') || path.includes('\0') || path.startsWith('/')) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

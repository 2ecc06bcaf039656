import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

/** The texts of the access settings. */
export const TEXTS = { en: textsEn, ja: textsJa };

/** The roles, in ascending order of permissions. */
export const ROLES = ['viewer', 'approver', 'admin'] as const;

/** A role. */
export type Role = (typeof ROLES)[number];

import type { IconName } from '../../ui/controls/icon.tsx';

/** The screens of the console in the order of the menu. */
export const NAVIGATION = [
  { group: 'nav.group.decide', items: ['inbox', 'runs', 'audit'] },
  { group: 'nav.group.make', items: ['chat', 'playground'] },
  { group: 'nav.group.set', items: ['policies', 'tools', 'skills', 'doctor'] },
] as const satisfies readonly { readonly group: string; readonly items: readonly IconName[] }[];

/** One entry of the menu. */
export type ScreenId = (typeof NAVIGATION)[number]['items'][number];

/** The entries that fit into the bar of a phone. The others are behind "More". */
export const PHONE_SCREENS = ['inbox', 'runs', 'chat', 'audit'] as const satisfies readonly ScreenId[];

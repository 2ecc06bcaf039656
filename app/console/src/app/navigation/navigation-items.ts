/** The groups of the menu with their screens, in this order. */
export const NAVIGATION = [
  { group: 'nav.group.decide', items: ['inbox', 'history'] },
  { group: 'nav.group.observe', items: ['dashboard', 'runs', 'audit'] },
  { group: 'nav.group.rules', items: ['policies', 'permissions', 'stops', 'tools', 'skills'] },
  { group: 'nav.group.work', items: ['playground', 'chat', 'templates', 'cases'] },
] as const;

/** One entry of the menu. */
export type ScreenId = (typeof NAVIGATION)[number]['items'][number] | 'doctor' | 'settings';

/** The address of each screen, and the letter that opens it after `G`. */
export const SCREENS = {
  inbox: { path: '/inbox', letter: 'i' },
  history: { path: '/inbox/history', letter: 'h' },
  dashboard: { path: '/dashboard', letter: 'b' },
  runs: { path: '/runs', letter: 'r' },
  audit: { path: '/audit', letter: 'l' },
  policies: { path: '/policies', letter: 'p' },
  permissions: { path: '/policies/permissions', letter: 'g' },
  stops: { path: '/stops', letter: 'x' },
  tools: { path: '/tools', letter: 't' },
  skills: { path: '/skills', letter: 's' },
  playground: { path: '/playground', letter: 'y' },
  chat: { path: '/chat', letter: 'c' },
  templates: { path: '/chat/templates', letter: 'm' },
  cases: { path: '/chat/cases', letter: 'a' },
  doctor: { path: '/doctor', letter: 'd' },
  settings: { path: '/settings', letter: 'e' },
} as const satisfies Readonly<Record<ScreenId, { readonly path: string; readonly letter: string }>>;

/** All screens in the order of the menu. */
export const SCREEN_IDS: readonly ScreenId[] = [
  ...NAVIGATION.flatMap((group): readonly ScreenId[] => group.items),
  'doctor',
  'settings',
];

/** The entries that fit into the bar of a phone. The others are behind "More". */
export const PHONE_SCREENS = ['inbox', 'runs', 'cases'] as const satisfies readonly ScreenId[];

/** Finds the screen of an address: the one with the longest path at its beginning. */
export function findScreen(pathname: string): ScreenId | undefined {
  if (isBelow(pathname, '/history')) return 'history';
  return SCREEN_IDS.filter((id) => isBelow(pathname, SCREENS[id].path))
    .toSorted((one, other) => SCREENS[other].path.length - SCREENS[one].path.length)
    .at(0);
}

const isBelow = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

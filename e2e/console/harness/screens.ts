import type { FilledServer } from './fill-server.ts';

/** All screens of the console with their addresses; names in braces are placeholders of ids. */
export const SCREENS = [
  ['inbox', '/inbox'],
  ['request', '/inbox/{approval}'],
  ['history', '/inbox/history'],
  ['record', '/history/{decided}'],
  ['permissions', '/policies/permissions'],
  ['dashboard', '/dashboard'],
  ['runs', '/runs'],
  ['run', '/runs/{run}'],
  ['compare', '/runs/compare?a={run}&b={other}'],
  ['audit', '/audit?seq=2'],
  ['chat', '/chat'],
  ['conversation', '/chat?session={session}'],
  ['templates', '/chat/templates'],
  ['cases', '/chat/cases'],
  ['case', '/chat/cases/{case}'],
  ['holidays', '/chat/cases/holidays'],
  ['playground', '/playground'],
  ['own-task', '/playground?mode=own'],
  ['agents', '/playground?mode=agents'],
  ['policies', '/policies'],
  ['stops', '/stops'],
  ['tools', '/tools'],
  ['skills', '/skills'],
  ['doctor', '/doctor'],
  ['settings', '/settings'],
] as const;

/** Returns the address of a screen for the data of a server. */
export const addressOf = (path: string, filled: FilledServer): string =>
  path.replaceAll(
    /\{(approval|decided|run|other|session|case)\}/gu,
    (_match, name: keyof FilledServer) => filled[name],
  );

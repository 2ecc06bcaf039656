/** All screens of the console with their addresses; `{run}` and `{approval}` are placeholders of ids. */
export const SCREENS = [
  ['inbox', '/inbox'],
  ['request', '/inbox/{approval}'],
  ['history', '/inbox/history'],
  ['record', '/history/{approval}'],
  ['permissions', '/policies/permissions'],
  ['runs', '/runs'],
  ['run', '/runs/{run}'],
  ['audit', '/audit?seq=2'],
  ['chat', '/chat'],
  ['templates', '/chat/templates'],
  ['cases', '/chat/cases'],
  ['playground', '/playground'],
  ['policies', '/policies'],
  ['tools', '/tools'],
  ['skills', '/skills'],
  ['doctor', '/doctor'],
] as const;

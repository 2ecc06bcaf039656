/** All screens of the console with their addresses; `{run}` and `{approval}` are placeholders of ids. */
export const SCREENS = [
  ['inbox', '/inbox'],
  ['request', '/inbox?id={approval}'],
  ['history', '/inbox?tab=history'],
  ['grants', '/inbox?tab=grants'],
  ['runs', '/runs'],
  ['run', '/runs/{run}'],
  ['audit', '/audit?seq=2'],
  ['chat', '/chat'],
  ['playground', '/playground'],
  ['policies', '/policies'],
  ['tools', '/tools'],
  ['skills', '/skills'],
  ['doctor', '/doctor'],
] as const;

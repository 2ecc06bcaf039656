/** The English texts of the settings of this browser. */
export const settingsEn = {
  language: 'Language',
  theme: 'Theme',
  'theme.system': 'System',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  density: 'Density',
  'density.comfortable': 'Comfortable',
  'density.compact': 'Compact',
  advance: 'Open next after a decision',
  keys: 'Single-key shortcuts',
  on: 'On',
  off: 'Off',
} as const;

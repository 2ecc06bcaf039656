import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The icons of the console, on a grid of 20. */
const PATHS = {
  inbox:
    'M3 11l2.2-6.2A1.2 1.2 0 016.3 4h7.4a1.2 1.2 0 011.1.8L17 11v4a1 1 0 01-1 1H4a1 1 0 01-1-1zM3 11h4l1.2 2h3.6L13 11h4',
  dashboard: 'M4 16V9M8 16V4M12 16v-5M16 16V7',
  runs: 'M4 5h7M4 10h12M8 15h8',
  audit: 'M10 3l6 2.5v4c0 3.7-2.5 6.3-6 7.5-3.5-1.2-6-3.8-6-7.5v-4zM7.5 10l1.8 1.8L12.8 8.2',
  chat: 'M4 4h12a1 1 0 011 1v8a1 1 0 01-1 1H9l-4 3v-3H4a1 1 0 01-1-1V5a1 1 0 011-1z',
  playground: 'M7 3h6M8 3v5l-4.2 7A1.3 1.3 0 005 17h10a1.3 1.3 0 001.2-2L12 8V3M6.2 12h7.6',
  policies: 'M4 6h6M14 6h2M4 10h2M10 10h6M4 14h8M16 14h0M12 4.5v3M8 8.5v3M14 12.5v3',
  tools:
    'M12.5 3.5a4 4 0 00-4.6 5.3L3.5 13.2a1.9 1.9 0 002.7 2.7l4.5-4.4a4 4 0 005.2-4.7l-2.4 2.3-2.4-.6-.6-2.4z',
  skills:
    'M4 4.5h5a1.5 1.5 0 011 1.4V16a2 2 0 00-1.5-.8H4zM16 4.5h-5a1.5 1.5 0 00-1 1.4V16a2 2 0 011.5-.8H16z',
  doctor: 'M3 10h3l2-5 3.5 10 2-5H17',
  stops: 'M7 3.5h6l3.5 3.5v6L13 16.5H7L3.5 13V7zM7.5 7.5h5v5h-5z',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  settings:
    'M10 7.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6zM10 3v1.8M10 15.2V17M3 10h1.8M15.2 10H17M5 5l1.3 1.3M13.7 13.7L15 15M15 5l-1.3 1.3M6.3 13.7L5 15',
  close: 'M5 5l10 10M15 5L5 15',
  check: 'M4 10.5l4 4 8-9',
  back: 'M12 4l-6 6 6 6',
  chevron: 'M7 4l6 6-6 6',
  down: 'M4 7.5l6 6 6-6',
  cases: 'M3 7h14v9H3zM7 7V4.5h6V7M3 11h14',
  templates: 'M4 3h12v14H4zM7 7h6M7 10h6M7 13h3',
  history: 'M3.5 10a6.5 6.5 0 102-4.7L3.5 7M3.5 3.5V7H7M10 6.5V10l2.5 1.7',
  permissions: 'M12.5 4a3.5 3.5 0 11-3.2 4.9L4 14v2h2.2v-1.8H8v-1.9l1.9-.1',
  keyboard: 'M3 5.5h14v9H3zM6 8.5h.01M9 8.5h.01M12 8.5h.01M14.5 8.5h.01M6.5 11.5h7',
  leave: 'M8 4H4v12h4M12 6.5l3.5 3.5-3.5 3.5M15 10H7.5',
  clock: 'M10 3a7 7 0 100 14 7 7 0 000-14zM10 6v4l2.8 2',
  edit: 'M4 16l.8-3.5L13 4.3a1.4 1.4 0 012 0l.7.7a1.4 1.4 0 010 2L7.5 15.2z',
  reply: 'M8 5L3.5 9.5 8 14M3.5 9.5H12a4.5 4.5 0 014.5 4.5v1.5',
  download: 'M10 3v9M6 8.5l4 4 4-4M4 16.5h12',
  search: 'M9 3.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM13 13l4 4',
  alert: 'M10 3.5l7.2 12.7H2.8zM10 8v4M10 14.2h.01',
  link: 'M8.5 11.5a3 3 0 004.3 0l2.4-2.4a3 3 0 00-4.3-4.3l-.9.9M11.5 8.5a3 3 0 00-4.3 0l-2.4 2.4a3 3 0 004.3 4.3l.9-.9',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6M8.7 9v4.5M11.3 9v4.5',
  good: 'M7 9l3-5.5 1.5 1L11 8h5l-1 8H7zM3.5 9v7',
  bad: 'M7 11l3 5.5 1.5-1L11 12h5l-1-8H7zM3.5 11V4',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** A decorative icon beside a text. */
export function Icon(props: { readonly name: IconName; readonly className?: string }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={props.name === 'more' ? 2.6 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames(
        'shrink-0',
        // Of two sizes, the order in the style sheet would decide.
        props.className?.includes('size-') !== true && 'size-[18px]',
        props.className,
      )}
    >
      <path d={PATHS[props.name]} />
    </svg>
  );
}

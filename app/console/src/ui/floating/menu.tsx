import { useState, type ReactNode } from 'react';
import { FloatingProblem } from '../parts/floating-problem.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import type { IconName } from '../controls/icon.tsx';

/** One option of a choice. */
interface MenuOption {
  readonly value: string;
  readonly label: string;
}

/** A part of a menu: a choice of one value, the same in a submenu with a name, or actions. */
export type MenuSection =
  | ({ readonly kind: 'choice' } & MenuChoice)
  | ({ readonly kind: 'nested'; readonly label: string } & MenuChoice)
  | {
      readonly kind: 'actions';
      readonly items: readonly {
        readonly label: string;
        readonly icon?: IconName;
        readonly shortcut?: string;
        readonly isDisabled?: boolean;
        readonly onSelect: () => void;
      }[];
    };

/** A choice of one value. */
export interface MenuChoice {
  readonly value: string;
  readonly options: readonly MenuOption[];
  readonly onChange: (value: string) => void;
}

interface MenuButtonProps {
  readonly id?: string;
  /** The accessible name of the button, if its content is not sufficient. */
  readonly label?: string;
  readonly className: string;
  readonly isDisabled?: boolean | undefined;
  readonly describedBy?: string | undefined;
  /** The content of the button. */
  readonly children: ReactNode;
}

/** The properties of a menu and its button. */
export interface MenuProps extends MenuButtonProps {
  readonly side?: 'top' | 'bottom' | 'right';
  readonly align?: 'start' | 'end';
  readonly sections: readonly MenuSection[];
  /** Text above the sections. */
  readonly heading?: ReactNode;
}

const OpenedMenu = lazyPart(() => import('./opened-menu.tsx').then((file) => file.OpenedMenu), {
  waiting: (props: MenuProps) => <MenuButton {...props} />,
  problem: FloatingProblem,
});

/** A button that opens a menu. The code of the menu is loaded when the first menu is opened. */
export function Menu(props: MenuProps): ReactNode {
  const [wasOpened, setOpened] = useState(false);
  if (wasOpened) return <OpenedMenu {...props} />;
  return <MenuButton {...props} onOpen={() => setOpened(true)} />;
}

/** The button of a menu that has not been opened yet. */
export function MenuButton(props: MenuButtonProps & { readonly onOpen?: () => void }): ReactNode {
  return (
    <button
      type="button"
      id={props.id}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-haspopup="menu"
      aria-expanded={false}
      disabled={props.isDisabled}
      className={props.className}
      onPointerEnter={() => void OpenedMenu.preload()}
      onClick={props.onOpen}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        props.onOpen?.();
      }}
    >
      {props.children}
    </button>
  );
}

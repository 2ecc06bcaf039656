import { useState, type ReactNode } from 'react';
import { FloatingProblem } from '../parts/floating-problem.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';

/** The properties of a popover and its button. */
export interface PopoverProps {
  readonly label: string;
  readonly className: string;
  /** The content of the button. */
  readonly button: ReactNode;
  /** The content of the popover. `close` closes it. */
  readonly children: (close: () => void) => ReactNode;
}

const OpenedPopover = lazyPart(() => import('./opened-popover.tsx').then((file) => file.OpenedPopover), {
  waiting: (props: PopoverProps) => <PopoverButton {...props} />,
  problem: FloatingProblem,
});

/** A button that opens a small form. The code of the popover is loaded when it is first opened. */
export function Popover(props: PopoverProps): ReactNode {
  const [wasOpened, setOpened] = useState(false);
  if (wasOpened) return <OpenedPopover {...props} />;
  return <PopoverButton {...props} onOpen={() => setOpened(true)} />;
}

function PopoverButton(props: PopoverProps & { readonly onOpen?: () => void }): ReactNode {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
      className={props.className}
      onPointerEnter={() => void OpenedPopover.preload()}
      onClick={props.onOpen}
    >
      {props.button}
    </button>
  );
}

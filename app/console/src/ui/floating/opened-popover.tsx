import * as Radix from 'radix-ui/popover';
import { useState, type ReactNode } from 'react';
import type { PopoverProps } from './popover.tsx';

/** A popover that is open when it is first rendered. */
export function OpenedPopover(props: PopoverProps): ReactNode {
  const [isOpen, setOpen] = useState(true);
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger className={props.className}>{props.button}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={props.label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 w-72 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-card p-3 shadow-float"
        >
          {props.children(() => setOpen(false))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

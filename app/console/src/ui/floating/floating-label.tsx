import * as Radix from 'radix-ui/tooltip';
import type { ReactNode, RefObject } from 'react';

/** A label at the right side of an element. */
export function FloatingLabel(props: {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly text: string;
}): ReactNode {
  const box = props.anchor.current?.getBoundingClientRect();
  if (!box) return null;
  return (
    <Radix.Provider>
      <Radix.Root open>
        <Radix.Trigger asChild>
          <span
            aria-hidden="true"
            className="fixed"
            style={{ left: box.right, top: box.top + box.height / 2 }}
          />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            // The icon has the same name, so the label is not a part of the page for assistive technology.
            aria-hidden="true"
            side="right"
            sideOffset={6}
            className="z-50 rounded bg-ink px-2 py-1 text-small text-page"
          >
            {props.text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

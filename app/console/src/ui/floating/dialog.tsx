import * as Radix from 'radix-ui/dialog';
import { useRef, type ReactNode, type RefObject } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../controls/class-names.ts';
import { Icon } from '../controls/icon.tsx';

/** A modal dialog that traps the focus. Escape and the backdrop close it, unless it requires an answer. */
export function Dialog(props: {
  readonly title: string;
  readonly description?: string;
  /**
   * The element that receives the initial focus; the close button by default. `autoFocus` would prevent restoring the
   * focus.
   */
  readonly focus?: RefObject<HTMLElement | null>;
  /** Places the dialog near the top, for content whose height changes. */
  readonly isTop?: boolean;
  /** Without it, the dialog stays until its owner removes it. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const t = useShellTexts();
  const opener = useRef<Element>(null);
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : props.onClose?.())}>
      <Radix.Portal>
        {/* Radix's overlay is not used: its scroll lock adds a style element, which the content security policy forbids. */}
        <div aria-hidden="true" className="fixed inset-0 z-40 bg-[#0009]" />
        <Radix.Content
          {...(props.description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            if (!props.focus?.current) return;
            event.preventDefault();
            props.focus.current.focus();
          }}
          // Radix restores the focus only to its own trigger, and this dialog has none.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          className={classNames(
            'fixed left-1/2 z-50 max-h-[88dvh] w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 overflow-y-auto rounded-md border border-line bg-card p-5 shadow-float',
            props.isTop === true ? 'top-[8dvh]' : 'top-1/2 -translate-y-1/2',
          )}
        >
          <div className="mb-3 flex items-start justify-between gap-4">
            <Radix.Title className="text-section font-semibold">{props.title}</Radix.Title>
            {props.onClose && (
              <Radix.Close
                aria-label={t('dialog.close')}
                className="-m-1.5 rounded-md p-1.5 text-soft hover:bg-sunken hover:text-ink"
              >
                <Icon name="close" />
              </Radix.Close>
            )}
          </div>
          {props.description !== undefined && (
            <Radix.Description className="mb-4 text-soft">{props.description}</Radix.Description>
          )}
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

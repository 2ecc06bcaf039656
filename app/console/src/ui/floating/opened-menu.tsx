import * as Radix from 'radix-ui/dropdown-menu';
import { Fragment, type ReactNode } from 'react';
import { RevealedText } from '../display/revealed-text.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keycap } from '../controls/keycap.tsx';
import type { MenuChoice, MenuProps, MenuSection } from './menu.tsx';

/**
 * A menu that is open when it is first rendered. It is not modal: the scroll lock of a modal menu adds a style element,
 * which the content security policy forbids. Radix's select has the same problem, so choices are menus, too.
 */
export function OpenedMenu(props: MenuProps): ReactNode {
  return (
    <Radix.Root defaultOpen modal={false}>
      <Radix.Trigger
        id={props.id}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        disabled={props.isDisabled === true}
        className={props.className}
      >
        {props.children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={props.label}
          side={props.side ?? 'bottom'}
          align={props.align ?? 'start'}
          sideOffset={4}
          collisionPadding={8}
          loop
          className={`${BOX} min-w-(--radix-dropdown-menu-trigger-width)`}
        >
          {props.heading}
          {props.sections.map((section, index) => (
            <Fragment key={index}>
              {section.kind === 'actions' && index > 0 && (
                <Radix.Separator className="my-1 border-t border-line" />
              )}
              <Section section={section} />
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Section({ section }: { readonly section: MenuSection }): ReactNode {
  switch (section.kind) {
    case 'choice':
      return <Choice {...section} />;
    case 'nested':
      return (
        <Radix.Sub>
          <Radix.SubTrigger className={ITEM}>
            <span className="min-w-0 flex-1">{section.label}</span>
            <span className="text-small text-soft">
              {section.options.find((option) => option.value === section.value)?.label}
            </span>
            <Icon name="chevron" className="size-3.5 text-soft" />
          </Radix.SubTrigger>
          <Radix.Portal>
            <Radix.SubContent sideOffset={6} collisionPadding={8} className={BOX}>
              <Choice {...section} />
            </Radix.SubContent>
          </Radix.Portal>
        </Radix.Sub>
      );
    case 'actions':
      return section.items.map((item) => (
        <Radix.Item
          key={item.label}
          disabled={item.isDisabled === true}
          onSelect={item.onSelect}
          className={ITEM}
        >
          {item.icon && <Icon name={item.icon} className="size-4 text-soft" />}
          <span className="min-w-0 flex-1">
            <RevealedText text={item.label} />
          </span>
          {item.shortcut !== undefined && <Keycap name={item.shortcut} />}
        </Radix.Item>
      ));
  }
}

function Choice({ value, options, onChange }: MenuChoice): ReactNode {
  return (
    <Radix.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={ITEM}>
          <span className="flex w-4 shrink-0">
            <Radix.ItemIndicator>
              <Icon name="check" className="size-4" />
            </Radix.ItemIndicator>
          </span>
          <span className="min-w-0 flex-1 break-words">
            <RevealedText text={option.label} />
          </span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

const BOX =
  'z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto rounded-md border border-line bg-card p-1 shadow-float';
const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2 rounded px-2 py-1 outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-sunken max-md:min-h-11';

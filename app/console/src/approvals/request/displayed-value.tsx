import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { jsonText } from '../../ui/display/json-value.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { partsOf } from './value-parts.ts';

/** A value with more parts is collapsed until a person expands it. */
const MAX_COLLAPSED = 3;

/**
 * Displays the complete value of one argument. A long value is collapsed to its beginning and its length. Its parts
 * are
 * marked, so that the page knows which of them were on the screen.
 */
export function DisplayedValue(props: {
  readonly name: string;
  readonly value: unknown;
  readonly isExpanded: boolean;
  readonly onExpand: () => void;
}): ReactNode {
  const t = useInboxTexts();
  const { name, value } = props;
  const text = jsonText(value);
  const parts = partsOf(name, text);
  const isCollapsed = parts.length > MAX_COLLAPSED && !props.isExpanded;
  const count = Array.from(text).length;
  return (
    <>
      <span
        className={`font-mono text-[13.5px] break-words whitespace-pre-wrap ${typeof value === 'string' ? '' : 'text-info'}`}
      >
        {(isCollapsed ? parts.slice(0, 1) : parts).map((part) => (
          <span key={part.id} data-part={part.id} className="scroll-mt-4">
            <RevealedText text={part.text} />
          </span>
        ))}
        {isCollapsed && '…'}
      </span>
      {parts.length > MAX_COLLAPSED && (
        <span className="mt-1 flex flex-wrap items-center gap-2 text-[13px] text-soft">
          {isCollapsed ? (
            <Button small onClick={props.onExpand}>
              {t('value.showAll', { count })}
            </Button>
          ) : (
            t('value.length', { count })
          )}
        </span>
      )}
    </>
  );
}

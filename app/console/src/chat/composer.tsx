import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { TextArea } from '../ui/controls/field.tsx';
import { isComposing } from '../ui/keys/key-layer.ts';
import { useChatTexts } from '../processes/use-chat-texts.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';

const MAX_CHARACTERS = 8000;

/** The input for a message. Chips list the missing information and insert the beginning of a message about it. */
export function Composer(props: {
  readonly missing: readonly string[];
  /** The initial text of a message; a new object starts a new message. */
  readonly beginning: { readonly text: string } | undefined;
  readonly isBusy: boolean;
  readonly onSend: (message: string) => void;
}): ReactNode {
  const t = useChatTexts();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useFittingHeight(field, text);
  useEffect(() => {
    if (props.beginning === undefined) return;
    setText(props.beginning.text);
    field.current?.focus();
  }, [props.beginning]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || props.isBusy) return;
    props.onSend(text.trim());
    setText('');
  };
  const sendByKey = (event: KeyboardEvent) => {
    // Enter that ends a conversion of an input method does not send the message.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    send(event);
  };
  const begin = (what: string) => {
    setText((before) => `${before === '' ? '' : `${before.trimEnd()}\n`}${what}: `);
    field.current?.focus();
  };
  return (
    <form onSubmit={send} className="flex flex-col gap-2 border-t border-line bg-page pt-3 pb-3">
      {props.missing.length > 0 && (
        <div role="group" aria-label={t('chips.label')} className="flex flex-wrap items-center gap-1.5">
          <span aria-hidden="true" className="text-small text-soft">
            {t('chips.label')}
          </span>
          {props.missing.map((what) => (
            <button
              key={what}
              type="button"
              aria-label={t('chips.fill', { what })}
              onClick={() => begin(what)}
              className="min-h-7 rounded-full border border-edge bg-card px-3 text-left text-small hover:bg-tint"
            >
              <RevealedText text={what} />
            </button>
          ))}
        </div>
      )}
      <div className="flex items-end gap-2">
        <TextArea
          ref={field}
          rows={1}
          value={text}
          maxLength={MAX_CHARACTERS}
          aria-label={t('input.label')}
          placeholder={t('input.placeholder')}
          title={t('input.hint')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={sendByKey}
          className="max-h-48 min-h-11 resize-none py-2.5!"
        />
        <Button
          type="submit"
          tone="primary"
          className="min-h-11"
          busy={props.isBusy}
          disabled={text.trim() === ''}
        >
          {t('input.send')}
        </Button>
      </div>
      <p className="hidden text-small text-soft md:block">{t('input.hint')}</p>
    </form>
  );
}

function useFittingHeight(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useEffect(() => {
    const box = field.current;
    if (box === null) return;
    box.style.height = 'auto';
    box.style.height = `${box.scrollHeight + 2}px`;
  }, [field, text]);
}

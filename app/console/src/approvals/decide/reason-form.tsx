import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Field, TextArea } from '../../ui/controls/field.tsx';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { isComposing } from '../../ui/keys/key-layer.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';

/** Asks for the reason of a rejection, or for feedback to the agent. */
export function ReasonForm(props: {
  readonly purpose: 'deny' | 'send_back';
  readonly onSubmit: (reason: string) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const t = useLazyTexts();
  const shell = useShellTexts();
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isBack = props.purpose === 'send_back';
  useEffect(() => field.current?.focus(), []);
  const submit = () => {
    const reason = text.trim();
    if (isBack && reason === '') setMissing(true);
    else props.onSubmit(reason);
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        // An input method uses Enter and Escape during a conversion.
        if (isComposing(event.nativeEvent)) return;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
        if (event.key === 'Escape') props.onCancel();
      }}
    >
      {!isBack && (
        <div className="flex flex-wrap items-center gap-2" role="group" aria-label={t('reason.presets')}>
          {PRESETS.map((preset) => {
            const reason = t(`reason.preset.${preset}`);
            return (
              <Button
                key={preset}
                small
                onClick={() => {
                  setText((before) => (before.trim() === '' ? reason : `${before.trimEnd()} / ${reason}`));
                  field.current?.focus();
                }}
              >
                {reason}
              </Button>
            );
          })}
        </div>
      )}
      <Field
        label={t(isBack ? 'reason.feedback' : 'reason.label')}
        hint={t('reason.hint')}
        problem={isMissing && text.trim() === '' ? t('reason.needed') : undefined}
      >
        {(ids) => (
          <TextArea
            {...ids}
            ref={field}
            rows={2}
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" tone={isBack ? 'primary' : 'danger'}>
          {t(isBack ? 'reason.submitSendBack' : 'reason.submitDeny')}
        </Button>
        <Button tone="quiet" onClick={props.onCancel}>
          {shell('action.cancel')}
        </Button>
      </div>
    </form>
  );
}

const PRESETS = ['scope', 'arguments', 'place'] as const;

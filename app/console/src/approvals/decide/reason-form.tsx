import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextAreaField } from '../../ui/controls/field.tsx';
import { isComposing } from '../../ui/keys/key-layer.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';

/** Asks for the category and the reason of a rejection, or for feedback to the agent. */
export function ReasonForm(props: {
  readonly purpose: 'deny' | 'send_back';
  /** Whether a decision is not possible now. The typed reason stays. */
  readonly isDisabled: boolean;
  readonly onSubmit: (reason: string) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const t = useLazyTexts();
  const shell = useShellTexts();
  const [category, setCategory] = useState<(typeof CATEGORIES)[number]>();
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isBack = props.purpose === 'send_back';
  useEffect(() => field.current?.focus(), []);
  const submit = () => {
    if (props.isDisabled) return;
    const reason = text.trim();
    // The server has no field for the category, so the agent and the log read it before the reason.
    const parts = [...(category === undefined ? [] : [t(`reason.category.${category}`)]), reason];
    if (isBack && reason === '') setMissing(true);
    else props.onSubmit(parts.filter((part) => part !== '').join(': '));
  };
  return (
    <form
      aria-label={t(isBack ? 'reason.submitSendBack' : 'reason.submitDeny')}
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
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{t('reason.categories')}</legend>
        {CATEGORIES.map((name) => (
          <label
            key={name}
            className="flex min-h-8 items-center rounded-md border border-line px-2.5 text-small text-soft has-checked:border-accent has-checked:bg-tint has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent max-md:min-h-11"
          >
            <input
              type="radio"
              name="category"
              className="sr-only"
              checked={category === name}
              onChange={() => setCategory(name)}
            />
            {t(`reason.category.${name}`)}
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label={t(isBack ? 'reason.feedback' : 'reason.label')}
        hint={t('reason.hint')}
        problem={isMissing && text.trim() === '' ? t('reason.needed') : undefined}

        ref={field}
        rows={2}
        maxLength={1800}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" tone={isBack ? 'primary' : 'danger'} disabled={props.isDisabled}>
          {t(isBack ? 'reason.submitSendBack' : 'reason.submitDeny')}
        </Button>
        <Button tone="quiet" onClick={props.onCancel}>
          {shell('action.cancel')}
        </Button>
      </div>
    </form>
  );
}

const CATEGORIES = ['attack', 'unwanted', 'wrong', 'other'] as const;

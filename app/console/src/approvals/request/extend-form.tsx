import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Field, TextInput } from '../../ui/controls/field.tsx';
import { useNow } from '../../ui/format/use-now.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';

const HOURS = [1, 8, 24] as const;

/** Chooses a new deadline: later by some hours, or a date. */
export function ExtendForm(props: {
  readonly expiresAt: string;
  readonly onExtend: (until: number) => void;
}): ReactNode {
  const t = useLazyTexts();
  const now = useNow();
  const [date, setDate] = useState('');
  const chosen = date === '' ? Number.NaN : new Date(date).getTime();
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label={t('extend.by')} className="flex gap-2">
        {HOURS.map((hours) => (
          <Button
            key={hours}
            small
            className="flex-1"
            onClick={() => props.onExtend(Date.parse(props.expiresAt) + hours * 3_600_000)}
          >
            {t(`extend.${hours}`)}
          </Button>
        ))}
      </div>
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen > now) props.onExtend(chosen);
        }}
      >
        <Field
          label={t('extend.until')}
          problem={date !== '' && !(chosen > now) ? t('extend.past') : undefined}
        >
          {(ids) => (
            <TextInput
              {...ids}
              type="datetime-local"
              value={date}
              onChange={(event) => setDate(event.target.value)}
            />
          )}
        </Field>
        <Button small type="submit" disabled={!(chosen > now)}>
          {t('extend.set')}
        </Button>
      </form>
    </div>
  );
}

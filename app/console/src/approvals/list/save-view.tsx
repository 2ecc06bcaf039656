import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { useLazyTexts } from '../use-lazy-texts.ts';

const MAX_NAME = 60;

/** Saves the current filter under a name, or deletes the saved view that it is. */
export function SaveView(props: {
  readonly current: string | undefined;
  readonly onSave: (name: string) => void;
  readonly onRemove: (name: string) => void;
}): ReactNode {
  const t = useLazyTexts();
  const [name, setName] = useState('');
  const { current } = props;
  if (current !== undefined)
    return <Button onClick={() => props.onRemove(current)}>{t('view.remove', { name: current })}</Button>;
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') props.onSave(name.trim());
      }}
    >
      <TextField
        label={t('view.name')}
        maxLength={MAX_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button small type="submit" disabled={name.trim() === ''}>
        {t('view.save')}
      </Button>
    </form>
  );
}

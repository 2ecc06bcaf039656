import { useEffect, useRef, useState, type ReactNode } from 'react';
import { usePeople, useSession } from '../../access/use-session.ts';
import { TextInput } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { isComposing } from '../../ui/keys/key-layer.ts';
import { useChatTexts } from '../use-chat-texts.ts';

/** Chooses the assignee of a step: a known person, or another name. */
export function AssigneeSelect(props: {
  readonly seq: number;
  readonly assignee: string | null;
  /** The assignees of the other steps. */
  readonly others: readonly string[];
  readonly isDisabled: boolean;
  readonly onChange: (assignee: string | null) => void;
}): ReactNode {
  const t = useChatTexts();
  const { user } = useSession();
  const people = usePeople();
  const [isTyping, setTyping] = useState(false);
  const label = t('step.assigneeOf', { seq: props.seq });
  if (isTyping) {
    return (
      <OtherName
        label={label}
        onDone={(name) => {
          setTyping(false);
          if (name !== '' && name !== props.assignee) props.onChange(name);
        }}
      />
    );
  }
  const names = new Set([...people, ...props.others, ...(props.assignee === null ? [] : [props.assignee])]);
  names.delete(user.id);
  return (
    <Select
      small
      label={label}
      value={props.assignee === null ? '' : `=${props.assignee}`}
      isDisabled={props.isDisabled}
      className="w-full min-w-32"
      options={[
        { value: '', label: t('cases.unassigned') },
        { value: `=${user.id}`, label: t('cases.me', { name: user.id }) },
        ...[...names].map((name) => ({ value: `=${name}`, label: name })),
        { value: OTHER, label: t('cases.other') },
      ]}
      onChange={(chosen) => {
        if (chosen === OTHER) setTyping(true);
        else props.onChange(chosen === '' ? null : chosen.slice(1));
      }}
    />
  );
}

const OTHER = 'other';

function OtherName(props: { readonly label: string; readonly onDone: (name: string) => void }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  // The menu returns the focus to its button when it closes, which happens after this field was mounted.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <TextInput
      ref={field}
      aria-label={props.label}
      maxLength={200}
      className="!min-h-8 min-w-32 !py-1"
      onBlur={({ target }) => props.onDone(target.value.trim())}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') props.onDone('');
      }}
    />
  );
}

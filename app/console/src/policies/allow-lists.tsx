import { useState, type ReactNode } from 'react';
import { Field, TextArea } from '../ui/controls/field.tsx';
import type { EditableProfile } from './editable-profile.ts';
import { usePoliciesTexts } from './use-policies-texts.ts';

/** The destinations that a profile accepts without asking because of their origin. */
export function AllowLists(props: {
  readonly profile: EditableProfile;
  readonly isLocked: boolean;
  readonly onChange: (profile: EditableProfile) => void;
}): ReactNode {
  const t = usePoliciesTexts();
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-3xl text-small text-soft">{t('lists.hint')}</p>
      <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
        <Entries {...props} list="recipients" />
        <Entries {...props} list="domains" />
      </div>
    </div>
  );
}

function Entries(props: {
  readonly profile: EditableProfile;
  readonly isLocked: boolean;
  readonly onChange: (profile: EditableProfile) => void;
  readonly list: 'recipients' | 'domains';
}): ReactNode {
  const t = usePoliciesTexts();
  const { profile, list } = props;
  const [typed, setTyped] = useState<string>();
  const entries = profile.allow_lists?.[list] ?? [];
  const lines = linesOf(typed ?? entries.join('\n'));
  const wrong = lines.find((line) => !FORMATS[list].test(line));
  const change = (text: string) => {
    setTyped(text);
    const next = linesOf(text);
    if (next.every((line) => FORMATS[list].test(line)))
      props.onChange(withEntries(profile, list, [...new Set(next)]));
  };
  return (
    <Field
      label={t(`lists.${list}`)}
      hint={t(`lists.${list}.hint`)}
      problem={wrong === undefined ? undefined : t('lists.wrong', { entry: wrong })}
    >
      {(ids) => (
        <TextArea
          {...ids}
          rows={8}
          spellCheck={false}
          readOnly={props.isLocked}
          value={typed ?? entries.join('\n')}
          onChange={({ target }) => change(target.value)}
          onBlur={() => wrong === undefined && setTyped(undefined)}
          className="font-mono text-small leading-5"
        />
      )}
    </Field>
  );
}

/** Without entries the profile has no lists, so that its version equals that of a profile without the field. */
function withEntries(
  { allow_lists: lists = {}, ...profile }: EditableProfile,
  list: 'recipients' | 'domains',
  entries: readonly string[],
): EditableProfile {
  const { [list]: _before, ...others } = lists;
  const next = entries.length === 0 ? others : { ...others, [list]: entries };
  return Object.keys(next).length === 0 ? profile : { ...profile, allow_lists: next };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const FORMATS = {
  recipients: /^\S+(?: \S+)*$/u,
  domains: /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/iu,
} as const;

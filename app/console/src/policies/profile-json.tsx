import { useState, type ReactNode } from 'react';
import { Field, TextArea } from '../ui/controls/field.tsx';
import { readProfile, type EditableProfile } from './editable-profile.ts';
import { usePoliciesTexts } from './use-policies-texts.ts';

/** The whole profile as JSON. A change applies when the text is a valid profile. */
export function ProfileJson(props: {
  readonly profile: EditableProfile;
  readonly isLocked: boolean;
  readonly onChange: (profile: EditableProfile) => void;
}): ReactNode {
  const t = usePoliciesTexts();
  const [typed, setTyped] = useState<{ text: string; problem: string | undefined }>();
  const change = (text: string) => {
    try {
      const profile = readProfile(JSON.parse(text));
      setTyped({ text, problem: profile === undefined ? t('json.shape') : undefined });
      if (profile !== undefined) props.onChange(profile);
    } catch (error) {
      setTyped({ text, problem: t('json.broken', { why: error instanceof Error ? error.message : '' }) });
    }
  };
  return (
    <Field label={t('json.label')} problem={typed?.problem}>
      {(ids) => (
        <TextArea
          {...ids}
          rows={24}
          spellCheck={false}
          readOnly={props.isLocked}
          value={typed?.text ?? JSON.stringify(props.profile, undefined, 2)}
          onChange={({ target }) => change(target.value)}
          onBlur={() => setTyped((before) => (before?.problem === undefined ? undefined : before))}
          className="font-mono text-small leading-5"
        />
      )}
    </Field>
  );
}

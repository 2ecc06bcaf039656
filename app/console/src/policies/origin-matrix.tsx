import { useState, type ReactNode } from 'react';
import { classNames } from '../ui/controls/class-names.ts';
import { Field } from '../ui/controls/field.tsx';
import { Select } from '../ui/controls/select.tsx';
import { CALL_CLASSES, toggleOrigin, type CallClass, type EditableProfile } from './editable-profile.ts';
import { CONTROL_ROLES, useTerms, VALUE_ORIGINS } from './gate/use-terms.ts';
import { usePoliciesTexts } from './use-policies-texts.ts';

/** A cell that cannot be changed, and the rule that requires its value. */
type FixedCell = {
  readonly list: string;
  readonly role: string;
  readonly origin: string;
  readonly rule: string;
};

/** The accepted origins of each argument for one effect. Differences from the shipped profile are marked. */
export function OriginMatrix(props: {
  readonly profile: EditableProfile;
  readonly standard: EditableProfile | undefined;
  readonly fixed: readonly FixedCell[];
  readonly isLocked: boolean;
  readonly onChange: (profile: EditableProfile) => void;
}): ReactNode {
  const t = usePoliciesTexts();
  const term = useTerms();
  const [callClass, setCallClass] = useState<CallClass>('accepts');
  const caption = t('origins.caption', { kind: t(`class.${callClass}`) });
  const isAccepted = (profile: EditableProfile | undefined, role: string, origin: string) =>
    profile?.[callClass][role]?.includes(origin) ?? false;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-small text-soft">{t('origins.hint')}</p>
      <div className="max-w-80">
        <Field label={t('class.label')}>
          {(ids) => (
            <Select
              ids={ids}
              label={t('class.label')}
              value={callClass}
              options={CALL_CLASSES.map((name) => ({ value: name, label: t(`class.${name}`) }))}
              onChange={setCallClass}
            />
          )}
        </Field>
      </div>
      <div
        tabIndex={0}
        role="region"
        aria-label={caption}
        className="overflow-x-auto rounded-md border border-line"
      >
        <table className="w-full border-collapse text-small">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b border-line bg-sunken text-left align-bottom">
              <th scope="col" className="sticky left-0 bg-sunken px-3 py-2 font-semibold">
                {t('role.heading')}
              </th>
              {VALUE_ORIGINS.map((origin) => (
                <th
                  key={origin}
                  scope="col"
                  className="min-w-16 px-1.5 py-2 text-center font-semibold [overflow-wrap:break-word]"
                >
                  {term('origin', origin)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {CONTROL_ROLES.map((role) => (
              <tr key={role} className="border-b border-line last:border-0">
                <th
                  scope="row"
                  className="sticky left-0 bg-card px-3 py-1 text-left font-semibold whitespace-nowrap"
                >
                  {term('role', role)}
                </th>
                {VALUE_ORIGINS.map((origin) => {
                  const isOn = isAccepted(props.profile, role, origin);
                  const isOther =
                    props.standard !== undefined && isOn !== isAccepted(props.standard, role, origin);
                  const fixed = props.fixed.find(
                    (cell) => cell.list === callClass && cell.role === role && cell.origin === origin,
                  );
                  const cell = t('cell', { role: term('role', role), origin: term('origin', origin) });
                  const name = fixed
                    ? `${cell}. ${t(isOn ? 'fixed.on' : 'fixed.off', { rule: fixed.rule })}`
                    : cell;
                  return (
                    <td key={origin} className={classNames('p-0 text-center', isOther && 'bg-info-tint')}>
                      <label className="flex min-h-8 items-center justify-center gap-1" title={name}>
                        <input
                          type="checkbox"
                          className="size-4 accent-accent"
                          aria-label={isOther ? `${name} (${t('changed')})` : name}
                          checked={isOn}
                          disabled={props.isLocked || fixed !== undefined}
                          onChange={() =>
                            props.onChange(toggleOrigin(props.profile, { callClass, role, origin }))
                          }
                        />
                        {isOther && (
                          <span aria-hidden="true" className="text-info">
                            *
                          </span>
                        )}
                      </label>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

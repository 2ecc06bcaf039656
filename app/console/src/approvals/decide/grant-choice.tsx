import type { ReactNode } from 'react';
import { Select } from '../../ui/controls/field.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { ApprovalDetail, DecisionBody } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';

/** A permission beyond one call. */
export type Grant = NonNullable<DecisionBody['grant']>;

/** Creates a grant for the same call with the same values, limited in time. */
export function GrantChoice(props: {
  readonly approval: ApprovalDetail;
  readonly grant: Grant | undefined;
  readonly onChange: (grant: Grant | undefined) => void;
}): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { approval, grant } = props;
  if (approval.can_grant.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-[13px]">
      <label className="flex min-w-0 items-center gap-2">
        <span className="whitespace-nowrap text-soft">{t('decide.grant')}</span>
        <Select
          className="min-h-8! w-auto! min-w-0 py-0.5!"
          value={grant?.scope ?? ''}
          onChange={(event) => {
            const scope = approval.can_grant.find((one) => one === event.target.value);
            props.onChange(
              scope && { scope, ttl_sec: grant?.ttl_sec ?? 3600, max_uses: grant?.max_uses ?? 20 },
            );
          }}
        >
          <option value="">{t('decide.grant.once')}</option>
          <option value={approval.can_grant[0]}>{t('decide.grant.run')}</option>
        </Select>
      </label>
      {grant && (
        <>
          <p className="basis-full text-soft">
            <RevealedText
              text={(language === 'ja' ? approval.grant_covers_ja : approval.grant_covers) ?? ''}
            />
          </p>
          <Limit
            label={t('decide.grant.ttl')}
            value={grant.ttl_sec ?? 3600}
            options={[600, 3600, 28_800]}
            text={(seconds) => t('decide.grant.minutes', { count: seconds / 60 })}
            onChange={(ttl_sec) => props.onChange({ ...grant, ttl_sec })}
          />
          <Limit
            label={t('decide.grant.uses')}
            value={grant.max_uses ?? 20}
            options={[5, 20, 100]}
            text={(count) => t('decide.grant.calls', { count })}
            onChange={(max_uses) => props.onChange({ ...grant, max_uses })}
          />
        </>
      )}
    </div>
  );
}

function Limit(props: {
  readonly label: string;
  readonly value: number;
  readonly options: readonly number[];
  readonly text: (value: number) => string;
  readonly onChange: (value: number) => void;
}): ReactNode {
  return (
    <label className="flex items-center gap-1.5">
      <span className="whitespace-nowrap text-soft">{props.label}</span>
      <Select
        className="min-h-8! w-auto! py-0.5!"
        value={props.value}
        onChange={(event) => props.onChange(Number(event.target.value))}
      >
        {props.options.map((option) => (
          <option key={option} value={option}>
            {props.text(option)}
          </option>
        ))}
      </Select>
    </label>
  );
}

import type { ReactNode } from 'react';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Select } from '../../ui/controls/select.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import type { ApprovalDetail, DecisionBody } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';

const GrantLimits = lazyPart(() => import('./grant-limits.tsx').then((file) => file.GrantLimits));

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
  const [scope] = approval.can_grant;
  if (scope === undefined) return null;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2 text-small">
      <Select
        small
        isNamed
        label={t('decide.grant')}
        className="min-w-0"
        value={grant === undefined ? 'always' : 'run'}
        options={[
          { value: 'always', label: t('decide.grant.once') },
          { value: 'run', label: t('decide.grant.run') },
        ]}
        onChange={(choice) =>
          props.onChange(choice === 'always' ? undefined : { scope, ttl_sec: 3600, max_uses: 20 })
        }
      />
      {grant && (
        <>
          <GrantLimits grant={grant} onChange={props.onChange} />
          <p className="basis-full text-soft">
            <RevealedText
              text={(language === 'ja' ? approval.grant_covers_ja : approval.grant_covers) ?? ''}
            />
          </p>
        </>
      )}
    </div>
  );
}

/** Says what an approval makes of the values, and lets the approver decline it. */
export function ValueChoice(props: {
  readonly approval: ApprovalDetail;
  readonly isOnce: boolean;
  readonly onChange: (isOnce: boolean) => void;
}): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { approval, isOnce } = props;
  const text = language === 'ja' ? approval.value_counts_ja : approval.value_counts;
  if (text === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-small">
      <Select
        small
        isNamed
        label={t('decide.values')}
        className="min-w-0"
        value={isOnce ? 'once' : 'run'}
        options={[
          { value: 'run', label: t('decide.values.run') },
          { value: 'once', label: t('decide.values.once') },
        ]}
        onChange={(choice) => props.onChange(choice === 'once')}
      />
      {!isOnce && (
        <p className="basis-full text-soft">
          <RevealedText text={text} />
        </p>
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import { Select } from '../../ui/controls/select.tsx';
import { useLazyTexts } from '../use-lazy-texts.ts';
import type { Grant } from './grant-choice.tsx';

/** Limits a grant in time and number of calls. */
export function GrantLimits(props: {
  readonly grant: Grant;
  readonly onChange: (grant: Grant) => void;
}): ReactNode {
  const t = useLazyTexts();
  const { grant, onChange } = props;
  return (
    <>
      <Limit
        label={t('decide.grant.ttl')}
        value={grant.ttl_sec ?? 3600}
        options={[600, 3600, 28_800]}
        text={(seconds) => t('decide.grant.minutes', { count: seconds / 60 })}
        onChange={(ttl_sec) => onChange({ ...grant, ttl_sec })}
      />
      <Limit
        label={t('decide.grant.uses')}
        value={grant.max_uses ?? 20}
        options={[5, 20, 100]}
        text={(count) => t('decide.grant.calls', { count })}
        onChange={(max_uses) => onChange({ ...grant, max_uses })}
      />
    </>
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
    <Select
      small
      isNamed
      label={props.label}
      className=""
      value={String(props.value)}
      options={props.options.map((option) => ({ value: String(option), label: props.text(option) }))}
      onChange={(value) => props.onChange(Number(value))}
    />
  );
}

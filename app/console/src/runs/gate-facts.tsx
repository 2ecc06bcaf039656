import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isRecord } from '../api/is-record.ts';
import { rulesQuery } from '../policies/policy-queries.ts';
import { useClient } from '../api/console-client.ts';
import { useTerms } from '../policies/gate/use-terms.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { useRunsTexts } from './use-runs-texts.ts';

type Detail = Readonly<Record<string, unknown>>;

/** Why the gate decided as it did: effect, rules with their meaning, facts, and the origins of the values. */
export function GateFacts({ detail }: { readonly detail: Detail | undefined }): ReactNode {
  const t = useRunsTexts();
  const term = useTerms();
  if (!detail) return <p className="text-soft">{t('detail.noContent')}</p>;
  const facts = Object.entries(isRecord(detail['facts']) ? detail['facts'] : {});
  const sources = listIn(detail, 'sources');
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small">
      <Row name={t('detail.effect')} text={term('effect', wordOf(detail['effect']))} />
      <Row name={t('detail.risk')} text={wordOf(detail['risk_level'])} />
      <dt className="text-soft">{t('detail.rules')}</dt>
      <dd>
        <Rules ids={listIn(detail, 'rule_ids').map(wordOf)} />
      </dd>
      <dt className="text-soft">{t('detail.sources')}</dt>
      <dd className="flex flex-col gap-1">
        {sources.length === 0 && '–'}
        {sources.map((source, index) => (
          <Source key={index} source={source} />
        ))}
      </dd>
      <dt className="text-soft">{t('detail.facts')}</dt>
      <dd className="flex flex-wrap gap-1">
        {facts.length === 0 && t('detail.noFacts')}
        {facts.map(([name, value]) => (
          <code key={name} className="rounded bg-sunken px-1.5 font-mono [overflow-wrap:anywhere]">
            <RevealedText text={value === true ? name : `${name} = ${String(value)}`} />
          </code>
        ))}
      </dd>
      {typeof detail['plan'] === 'string' && <Row name={t('detail.plan')} text={detail['plan']} />}
      <Row name={t('detail.policy')} text={wordOf(detail['policy'])} />
    </dl>
  );
}

function Row(props: { readonly name: string; readonly text: string }): ReactNode {
  return (
    <>
      <dt className="text-soft">{props.name}</dt>
      <dd className="[overflow-wrap:anywhere]">
        <RevealedText text={props.text} />
      </dd>
    </>
  );
}

/** The rules that applied, each with its meaning. */
function Rules({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const { language } = usePreferences();
  const { data } = useQuery(rulesQuery(useClient()));
  if (ids.length === 0) return '–';
  return (
    <ul className="flex flex-col gap-1">
      {ids.map((id) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          <code className="font-mono font-semibold">
            <RevealedText text={id} />
          </code>{' '}
          <RevealedText text={data?.items.find((rule) => rule.id === id)?.reason[language] ?? ''} />
        </li>
      ))}
    </ul>
  );
}

function Source({ source }: { readonly source: unknown }): ReactNode {
  const term = useTerms();
  const read = (name: string) => (isRecord(source) ? wordOf(source[name]) : '–');
  // The record contains the origin with its tool in parentheses.
  const [, origin = '', tool = ''] = /^(\S*)(.*)$/u.exec(read('origin')) ?? [];
  return (
    <span className="[overflow-wrap:anywhere]">
      <code className="font-mono">
        <RevealedText text={`${read('path')} = ${read('value')}`} />
      </code>{' '}
      ← <RevealedText text={`${term('origin', origin)}${tool}`} />
    </span>
  );
}

function listIn(detail: Detail, name: string): readonly unknown[] {
  const value = detail[name];
  return Array.isArray(value) ? value : [];
}

const wordOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '–';

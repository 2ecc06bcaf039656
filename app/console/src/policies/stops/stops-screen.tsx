import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useHasRole } from '../../access/use-session.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field, TextInput } from '../../ui/controls/field.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { SegmentedChoice } from '../../ui/controls/segmented-choice.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { useShowResult } from '../../ui/display/results.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { Screen } from '../../ui/display/screen.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { formatMoment } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { stopsQuery } from './stops-query.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

/** Stops all calls, an agent or a tool in every program, and lifts stops. */
export function StopsScreen(): ReactNode {
  const t = useTexts(TEXTS);
  const stops = useQuery(stopsQuery(useClient()));
  return (
    <Screen title={t('title')} intro={t('intro')}>
      {stops.isPending && <Skeleton />}
      {stops.isError && <ErrorState error={stops.error} onRetry={() => void stops.refetch()} />}
      {stops.data && (
        <div className="grid gap-6 lg:grid-cols-2">
          <section aria-labelledby="in-force" className="flex flex-col gap-3">
            <h2
              id="in-force"
              className={
                stops.data.items.length === 0
                  ? 'rounded-md border border-line bg-card p-4 text-section font-semibold'
                  : 'text-section font-semibold'
              }
            >
              {stops.data.items.length === 0 ? t('none') : t('inForce', { count: stops.data.items.length })}
            </h2>
            <ul className="flex flex-col gap-3">
              {stops.data.items.map((stop) => (
                <StopCard key={`${stop.agent} ${stop.tool}`} stop={stop} />
              ))}
            </ul>
          </section>
          <StopForm agents={stops.data.agents} tools={stops.data.tools} />
        </div>
      )}
    </Screen>
  );
}

type Target = { readonly agent?: string | undefined; readonly tool?: string | undefined };
type StopItem = {
  readonly agent: string | null;
  readonly tool: string | null;
  readonly by: string;
  readonly reason: string;
  readonly since: string;
};

function StopCard({ stop }: { readonly stop: StopItem }): ReactNode {
  const t = useTexts(TEXTS);
  const { language } = usePreferences();
  const now = useNow();
  const mayLift = useHasRole('admin');
  const [isOpen, setOpen] = useState(false);
  const target = { agent: stop.agent ?? undefined, tool: stop.tool ?? undefined };
  return (
    <li className="flex flex-wrap items-start gap-3 rounded-md border border-bad bg-card p-4">
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <RevealedText text={describeTarget(target, t)} />
        </p>
        <p className="[overflow-wrap:anywhere]">
          <RevealedText text={stop.reason} />
        </p>
        <p className="text-small text-soft">
          {t('since', { by: stop.by, time: formatMoment(stop.since, language, now) })}
        </p>
      </div>
      <Button disabled={!mayLift} title={mayLift ? undefined : t('lift.admin')} onClick={() => setOpen(true)}>
        {t('lift')}
      </Button>
      {isOpen && <LiftDialog target={target} onClose={() => setOpen(false)} />}
    </li>
  );
}

function LiftDialog(props: { readonly target: Target; readonly onClose: () => void }): ReactNode {
  const t = useTexts(TEXTS);
  const [reason, setReason] = useState('');
  const lift = useChange('lift', props.onClose);
  return (
    <Dialog title={t('lift.title')} description={describeTarget(props.target, t)} onClose={props.onClose}>
      <ReasonForm
        reason={reason}
        setReason={setReason}
        label={t('lift')}
        isBusy={lift.isPending}
        onSubmit={() => lift.mutate({ ...props.target, reason })}
      />
    </Dialog>
  );
}

function StopForm(props: {
  readonly agents: readonly string[];
  readonly tools: readonly string[];
}): ReactNode {
  const t = useTexts(TEXTS);
  const mayStop = useHasRole('approver');
  const [kind, setKind] = useState<'all' | 'agent' | 'tool'>('all');
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const stop = useChange('stop', () => setReason(''));
  const names = kind === 'agent' ? props.agents : props.tools;
  const chosen = names.includes(name) ? name : '';
  return (
    <section
      aria-labelledby="stop-calls"
      className="flex flex-col gap-4 rounded-md border border-line bg-card p-4"
    >
      <h2 id="stop-calls" className="text-section font-semibold">
        {t('form.title')}
      </h2>
      <div>
        <SegmentedChoice
          label={t('form.what')}
          value={kind}
          options={[
            { value: 'all', label: t('kind.all') },
            { value: 'agent', label: t('kind.agent') },
            { value: 'tool', label: t('kind.tool') },
          ]}
          onChange={setKind}
        />
      </div>
      {kind !== 'all' && (
        <Field label={t(`kind.${kind}`)} hint={t('form.names')}>
          {(ids) => (
            <Select
              ids={ids}
              label={t(`kind.${kind}`)}
              value={chosen}
              options={[
                { value: '', label: t('form.choose') },
                ...names.map((value) => ({ value, label: value })),
              ]}
              onChange={setName}
            />
          )}
        </Field>
      )}
      <ReasonForm
        reason={reason}
        setReason={setReason}
        label={t('form.stop')}
        isDanger
        isBusy={stop.isPending}
        isDisabled={!mayStop || (kind !== 'all' && chosen === '')}
        onSubmit={() => stop.mutate({ ...(kind === 'all' ? {} : { [kind]: chosen }), reason })}
      />
    </section>
  );
}

function ReasonForm(props: {
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly label: string;
  readonly isDanger?: boolean;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly onSubmit: () => void;
}): ReactNode {
  const t = useTexts(TEXTS);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <Field label={t('reason')} hint={t('reason.hint')}>
        {(ids) => (
          <TextInput
            {...ids}
            required
            maxLength={200}
            value={props.reason}
            onChange={(event) => props.setReason(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        tone={props.isDanger === true ? 'danger' : 'primary'}
        className="self-start"
        busy={props.isBusy}
        disabled={props.isDisabled === true || props.reason.trim() === ''}
      >
        {props.isDanger === true && <Icon name="stops" />}
        {props.label}
      </Button>
    </form>
  );
}

function useChange(action: 'stop' | 'lift', onDone: () => void) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const queries = useQueryClient();
  const explain = useExplainFailure();
  const showResult = useShowResult();
  return useMutation({
    mutationFn: (json: Target & { readonly reason: string }) =>
      readResponse(
        action === 'stop' ? client.api.stops.$post({ json }) : client.api.stops.lift.$post({ json }),
      ),
    onSuccess: (stops) => {
      queries.setQueryData(['stops'], stops);
      showResult({ tone: 'good', text: t(action === 'stop' ? 'stopped' : 'lifted') });
      onDone();
    },
    onError: (failure) => showResult({ tone: 'bad', text: explain(failure) }),
  });
}

function describeTarget(
  { agent, tool }: Target,
  t: ReturnType<typeof useTexts<keyof typeof textsEn>>,
): string {
  if (agent !== undefined) return t('target.agent', { name: agent });
  return tool === undefined ? t('target.all') : t('target.tool', { name: tool });
}

const TEXTS = { en: textsEn, ja: textsJa };

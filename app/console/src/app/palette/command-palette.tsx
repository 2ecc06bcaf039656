import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { useShellTexts, useTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../../ui/controls/class-names.ts';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { TextInput } from '../../ui/controls/field.tsx';
import { Keycap } from '../../ui/controls/keycap.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { isComposing } from '../../ui/keys/key-layer.ts';
import { useKeys } from '../../ui/keys/keys-context.ts';
import { matchCommands, type Command } from './match-commands.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useDescribeEffect } from '../../approvals/effect/use-describe-effect.ts';

/** Finds screens, actions on the open item, runs and requests by their names, and executes one. */
export function CommandPalette(props: { readonly onClose: () => void }): ReactNode {
  const t = useTexts(TEXTS);
  const shell = useShellTexts();
  const explain = useExplainFailure();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  // The shortcuts of the moment when the palette was opened: they belong to the item that the person saw.
  const [known] = useState(useKeys().list);
  const found = usePaletteSearch(text);
  const groups = [
    { label: t('palette.actions'), commands: matchCommands(known.filter(isAction).map(toCommand), text) },
    { label: t('palette.screens'), commands: matchCommands(known.filter(isScreen).map(toCommand), text) },
    { label: t('palette.requests', { count: found.searched }), commands: found.requests },
    { label: t('palette.runs'), commands: found.runs },
  ].filter((group) => group.commands.length > 0);
  const all = groups.flatMap((group) => group.commands);
  const active = all[Math.min(at, all.length - 1)];
  const idOf = (command: Command) => `${list}-${command.key}`;
  const run = (command: Command | undefined) => {
    if (!command) return;
    props.onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && all.length > 0) {
      event.preventDefault();
      const next = (Math.min(at, all.length - 1) + step + all.length) % all.length;
      setAt(next);
      document.getElementById(idOf(all[next] ?? NOTHING))?.scrollIntoView({ block: 'nearest' });
    }
    // A held key must not execute the command of a palette that has just been opened.
    if (event.key === 'Enter' && !event.repeat) {
      event.preventDefault();
      run(active);
    }
  };
  return (
    <Dialog title={shell('palette.title')} focus={field} isTop onClose={props.onClose}>
      <TextInput
        ref={field}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={active && idOf(active)}
        aria-label={t('palette.hint')}
        placeholder={t('palette.hint')}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="min-h-6 pt-1 text-small text-soft">
        {all.length === 0 && !found.isLoading && t('palette.none')}
        {found.failure !== null && t('palette.failed', { why: explain(found.failure) })}
      </p>
      <div id={list} role="listbox" aria-label={shell('palette.title')} className="h-[50dvh] overflow-y-auto">
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label} className="mb-2">
            <p aria-hidden="true" className="px-2 py-1 text-small text-soft">
              {group.label}
            </p>
            {group.commands.map((command) => (
              <div
                key={command.key}
                id={idOf(command)}
                role="option"
                aria-selected={command === active}
                onClick={() => run(command)}
                className={classNames(
                  'flex min-h-9 cursor-pointer items-center gap-3 rounded px-2 py-1',
                  command === active ? 'bg-tint' : 'hover:bg-sunken',
                )}
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate">
                    <RevealedText text={command.label} />
                  </span>
                  {command.about !== undefined && (
                    <span className="block truncate text-small text-soft">
                      <RevealedText text={command.about} />
                    </span>
                  )}
                </span>
                {command.shortcut !== undefined && (
                  <span className="flex gap-1">
                    {command.shortcut.split(' ').map((key) => (
                      <Keycap key={key} name={key} />
                    ))}
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

interface KnownShortcut {
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

const isScreen = ({ keys }: KnownShortcut) => keys.startsWith('g ');
const isAction = (shortcut: KnownShortcut) => !isScreen(shortcut) && shortcut.keys !== 'mod+k';
const toCommand = ({ keys, label, run }: KnownShortcut): Command => ({
  key: keys,
  label,
  shortcut: keys,
  run,
});
const NOTHING: Command = { key: '', label: '', run: () => undefined };
const TEXTS = { en: textsEn, ja: textsJa };

const MIN_LENGTH = 2;
const MAX_RUNS = 8;
const MAX_REQUESTS = 100;
const PAUSE_MS = 200;

/** Searches all runs on the server, and the newest pending requests by their displayed sentences. */
function usePaletteSearch(text: string) {
  const client = useClient();
  const navigate = useNavigate();
  const describe = useDescribeEffect();
  const wanted = useSettled(text.trim());
  const isAsked = wanted.length >= MIN_LENGTH;
  const runs = useQuery({
    queryKey: ['runs', 'palette', wanted],
    queryFn: () => readResponse(client.api.runs.$get({ query: { q: wanted, limit: String(MAX_RUNS) } })),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const requests = useQuery({
    queryKey: ['approvals', 'newest', 'palette'],
    queryFn: () =>
      readResponse(client.api.approvals.$get({ query: { status: 'pending', limit: String(MAX_REQUESTS) } })),
    enabled: isAsked,
  });
  const items = isAsked ? (requests.data?.items ?? []) : [];
  return {
    searched: items.length,
    isLoading: isAsked && (runs.isLoading || requests.isLoading),
    failure: isAsked ? (runs.error ?? requests.error) : null,
    runs: (isAsked ? (runs.data?.items ?? []) : []).map((run): Command => ({
      key: run.run_id,
      label: run.user_intent ?? run.run_id,
      about: `${run.application} · ${run.agent_name}`,
      run: () => void navigate({ to: '/runs/$runId', params: { runId: run.run_id } }),
    })),
    requests: matchCommands(
      items.map((approval) => ({
        key: approval.approval_id,
        label: describe(approval),
        about: `${approval.tool_id} · ${approval.agent_name}`,
        run: () => void navigate({ to: '/inbox/$approvalId', params: { approvalId: approval.approval_id } }),
      })),
      wanted,
    ).slice(0, MAX_RUNS),
  };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

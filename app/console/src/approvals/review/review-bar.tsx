import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useHasRole, usePeople, useSession } from '../../access/use-session.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { Icon } from '../../ui/controls/icon.tsx';
import { Menu } from '../../ui/floating/menu.tsx';
import { useShortcuts } from '../../ui/keys/use-shortcuts.ts';
import type { ApprovalDetail } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';

const REPEAT_MS = 10_000;

/** Displays who is responsible for a request and who else is reading it, and assigns it. */
export function ReviewBar({ approval }: { readonly approval: ApprovalDetail }): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const t = useInboxTexts();
  const { user } = useSession();
  const mayDecide = useHasRole('approver');
  const readers = useReaders(approval.approval_id);
  const { approval_id, assignee } = approval;
  const people = usePeople({ isNeeded: mayDecide });
  const explain = useExplainFailure();
  const { mutate: assign, error: failure } = useMutation({
    mutationFn: (to: string | null) =>
      client.api.approvals[':approval_id'].assignee.$put({ param: { approval_id }, json: { assignee: to } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['approvals', 'detail', approval_id] }),
  });
  useShortcuts(
    useMemo(
      () => (mayDecide ? [{ keys: 'm', label: t('keys.mine'), run: () => assign(user.id) }] : []),
      [mayDecide, t, assign, user.id],
    ),
  );
  const nameOf = (id: string) => (id === user.id ? t('assign.me') : id);
  const options = [
    { value: '', label: t('assign.none') },
    { value: user.id, label: t('assign.me') },
    ...people.map((id) => ({ value: id, label: id })),
  ];
  const shown = assignee === null ? t('assign.label') : t('assign.to', { name: nameOf(assignee) });
  return (
    <>
      {readers.length > 0 && (
        <span role="status" className="text-warn">
          {t('readers', { names: readers.join(', ') })}
        </span>
      )}
      {failure !== null && (
        <span role="alert" className="text-bad">
          {explain(failure)}
        </span>
      )}
      {mayDecide ? (
        <Menu
          label={shown}
          className="inline-flex min-h-7 items-center gap-1 rounded px-1.5 hover:bg-sunken hover:text-ink max-md:min-h-11"
          sections={[
            {
              kind: 'choice',
              value: assignee ?? '',
              options,
              onChange: (to) => assign(to === '' ? null : to),
            },
          ]}
        >
          {shown}
          <Icon name="down" className="size-3" />
        </Menu>
      ) : (
        assignee !== null && <span>{shown}</span>
      )}
    </>
  );
}

/** Repeats that this person has the request open. Returns the others who have it open. */
function useReaders(approvalId: string): readonly string[] {
  const client = useClient();
  const [readers, setReaders] = useState<readonly string[]>([]);
  useEffect(() => {
    let isOpen = true;
    const param = { approval_id: approvalId };
    const report = async () => {
      const answer = await readResponse(
        client.api.approvals[':approval_id'].readers.$put({ param, json: { is_open: true } }),
      );
      if (isOpen) setReaders(answer.readers);
    };
    const repeat = () => void report().catch(() => undefined);
    repeat();
    const timer = setInterval(repeat, REPEAT_MS);
    return () => {
      isOpen = false;
      clearInterval(timer);
      setReaders([]);
      readResponse(
        client.api.approvals[':approval_id'].readers.$put({ param, json: { is_open: false } }),
      ).catch(() => undefined);
    };
  }, [client, approvalId]);
  return readers;
}

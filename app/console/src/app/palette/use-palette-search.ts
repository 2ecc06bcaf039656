import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useDescribeEffect } from '../../approvals/effect/use-describe-effect.ts';
import { matchCommands, type Command } from './match-commands.ts';

const MIN_LENGTH = 2;
const MAX_RUNS = 8;
const MAX_REQUESTS = 100;
const PAUSE_MS = 200;

/** Searches all runs on the server, and the newest pending requests, which the server cannot search by text. */
export function usePaletteSearch(text: string) {
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

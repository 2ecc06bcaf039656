import { useQuery } from '@tanstack/react-query';
import { useLive } from '../../api/live/use-live.ts';

const CHECK_MS = 2000;

/** Returns whether the server does not respond. A lost event stream alone does not prevent decisions. */
export function useServerDown(): boolean {
  const isLost = useLive().state === 'lost';
  const check = useQuery({
    queryKey: ['server-health'],
    queryFn: async () => {
      const response = await fetch('/healthz');
      if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
      return true;
    },
    enabled: isLost,
    networkMode: 'always',
    refetchInterval: CHECK_MS,
    retry: false,
    gcTime: 0,
  });
  return isLost && check.isError;
}

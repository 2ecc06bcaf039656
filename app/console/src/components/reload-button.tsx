import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFetch } from '../api/use-fetch.ts';
import { useShellWords } from '../i18n/use-words.ts';
import { Button } from './button.tsx';

/** Reloads the page after the server responds. A reload without a server would leave an empty page. */
export function ReloadButton(): ReactNode {
  const say = useShellWords();
  const call = useFetch();
  const reload = useMutation({
    mutationFn: () => call('/', { cache: 'no-store' }),
    onSuccess: () => location.reload(),
    networkMode: 'always',
  });
  return (
    <>
      <Button className="mt-2" busy={reload.isPending} onClick={() => reload.mutate()}>
        {say('part.reload')}
      </Button>
      {reload.isError && <p className="max-w-md text-[14px] text-bad">{say('part.still')}</p>}
    </>
  );
}

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFetch } from '../../api/use-fetch.ts';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { Button } from './button.tsx';

/** Reloads the page after the server responds. A reload without a server would leave an empty page. */
export function ReloadButton(): ReactNode {
  const t = useShellTexts();
  const call = useFetch();
  const reload = useMutation({
    mutationFn: () => call('/', { cache: 'no-store' }),
    onSuccess: () => location.reload(),
    networkMode: 'always',
  });
  return (
    <>
      <Button className="mt-2" busy={reload.isPending} onClick={() => reload.mutate()}>
        {t('part.reload')}
      </Button>
      {reload.isError && <p className="max-w-md text-body text-bad">{t('part.still')}</p>}
    </>
  );
}

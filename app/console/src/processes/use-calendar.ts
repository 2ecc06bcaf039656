import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { todayInJapan } from '../../../server/src/processes/schedule/plain-date.ts';
import { loadPart } from '../ui/parts/load-part.ts';

/** Returns today and the holidays that the server uses. The table of holidays is loaded on first use. */
export function useCalendar(isNeeded: boolean) {
  const [today] = useState(() => todayInJapan(Date.now()));
  const holidays = useQuery({
    queryKey: ['chat', 'holidays'],
    queryFn: async () => {
      const file = await loadPart(
        () => import('../../../server/src/processes/schedule/japanese-holidays.ts'),
      );
      return file.createJapaneseHolidays();
    },
    enabled: isNeeded,
    staleTime: Infinity,
    structuralSharing: false,
  });
  return { today, holidays: holidays.data, error: holidays.error, retry: () => void holidays.refetch() };
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { todayInJapan } from '../../../../server/src/domain/plain-date.ts';

/** Today and the holidays that the server counts with; the table of holidays is fetched once it is needed. */
export function useCalendar() {
  const [today] = useState(() => todayInJapan(Date.now()));
  const holidays = useQuery({
    queryKey: ['chat', 'holidays'],
    queryFn: async () =>
      (await import('../../../../server/src/infrastructure/japanese-holidays.ts')).createJapaneseHolidays(),
    staleTime: Infinity,
    structuralSharing: false,
  });
  return { today, holidays: holidays.data, error: holidays.error, retry: () => void holidays.refetch() };
}

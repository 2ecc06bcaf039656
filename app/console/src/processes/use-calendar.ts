import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addDaysOff,
  type HolidayCalendar,
} from '../../../server/src/processes/schedule/business-calendar.ts';
import { parsePlainDate, todayInJapan } from '../../../server/src/processes/schedule/plain-date.ts';
import { useClient, type ConsoleClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';

/** Queries the public holidays and the company holidays. */
export const holidaysQuery = (client: ConsoleClient) =>
  queryOptions({
    queryKey: ['holidays'],
    queryFn: () => readResponse(client.api.holidays.$get()),
    staleTime: 60_000,
  });

/** Returns today and the holidays that the server uses. */
export function useCalendar(isNeeded: boolean) {
  const [today] = useState(() => todayInJapan(Date.now()));
  const holidays = useQuery({ ...holidaysQuery(useClient()), enabled: isNeeded, select: toCalendar });
  return {
    today,
    holidays: holidays.data,
    error: holidays.isLoadingError ? holidays.error : null,
    retry: () => void holidays.refetch(),
  };
}

function toCalendar(answer: {
  readonly items: readonly { readonly first: string; readonly last: string }[];
  readonly public_holidays: readonly string[];
  readonly known_until: string;
}): HolidayCalendar {
  const known = new Set(answer.public_holidays.map((text) => parsePlainDate(text) ?? 0));
  const calendar = {
    isHoliday: (date: number) => known.has(date),
    lastKnown: parsePlainDate(answer.known_until) ?? 0,
  };
  return addDaysOff(
    calendar,
    answer.items.flatMap((item) => {
      const first = parsePlainDate(item.first);
      const last = parsePlainDate(item.last);
      return first === undefined || last === undefined ? [] : [{ first, last }];
    }),
  );
}

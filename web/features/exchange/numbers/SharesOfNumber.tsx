import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { CallShares } from '#web/ui/CallShares.tsx';

/** Figures of calls change slowly, and every row asks for them; ms. */
const believedMs = 60_000;

/** How calls from a number went in the last days; nothing until it is known. */
export function SharesOfNumber({ phoneNumber }: { phoneNumber: string }) {
  const { data } = useQuery(query.dids.figures.queryOptions({ input: {}, staleTime: believedMs }));
  if (!data) return null;
  return <CallShares figures={data.numbers.find((one) => one.phoneNumber === phoneNumber)} />;
}

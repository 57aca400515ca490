import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { usePhone } from '#web/phone/my-phone.ts';

/** How often it is asked who is signed in to the phone while no hints come; ms. */
const pollMs = 5_000;

/** Who is signed in to the phone now, and the name of one's own phone: of this browser, else of another device. */
export function useFloorPhones() {
  const may = useMay();
  const { userId } = useSignedIn().user;
  const here = usePhone();
  const refetchInterval = usePollInterval('agents', pollMs);
  const enabled = may('phoneSessions.use') && (may('calls.supervise') || may('agentStatus.team'));
  const { data } = useQuery(
    query.pbx.listPhoneSessions.queryOptions({ input: { active: 'true' }, enabled, refetchInterval }),
  );
  const sessionOf = (whose: string) => data?.sessions.find((one) => one.userId === whose);
  return {
    sessionOf,
    ownPhone: here.status === 'in' ? here.name : (sessionOf(userId)?.phone ?? null),
    /** The phone of this browser is on its way, as after a reload: a call cannot ring it yet. */
    isConnecting: here.status === 'signingIn' || (here.status === 'in' && here.registration !== 'registered'),
  };
}
export type FloorPhones = ReturnType<typeof useFloorPhones>;

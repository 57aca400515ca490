import { IconDeviceLandlinePhone, IconDeviceMobile, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Extension } from '#shared/model/extension.ts';
import type { PhoneDevice, PhoneSession } from '#shared/model/phone-session.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { phoneText } from '#web/ui/lead-text.ts';
import { toast } from '#web/ui/toast.ts';
import { signOutOfPhone, usePhone } from './my-phone.ts';

/*
 * Telephones of the agent beside this browser's: a desk phone, or any by its number. They ring by themselves; here is only
 * who is signed in with them.
 */

type OtherDevice = Exclude<PhoneDevice, 'browser'>;

interface Telephone {
  device: OtherDevice;
  /** As in “sign in with …”. */
  name: string;
  Icon: TablerIcon;
}

/** The agent's own extension; undefined until it is known, and where they have none. */
export function useOwnExtension(): Extension | undefined {
  const { userId } = useSignedIn().user;
  const enabled = useMay()('extensions.view');
  const { data } = useQuery(
    query.pbx.listExtensions.queryOptions({ input: { userId }, staleTime: 5 * 60_000, enabled }),
  );
  return data?.extensions[0];
}

/** The sign-in of the agent with another telephone than this browser; null without one. */
export function useOtherPhone(): PhoneSession | null {
  const { userId } = useSignedIn().user;
  const isOut = usePhone().status === 'out';
  const may = useMay()('phoneSessions.use');
  const { data: mine } = useQuery(query.agentStatus.mine.queryOptions({ input: {}, enabled: may }));
  const enabled = may && isOut && mine?.signedIn === true;
  const { data } = useQuery(
    query.pbx.listPhoneSessions.queryOptions({ input: { active: 'true', userId }, enabled }),
  );
  const session = enabled ? data?.sessions[0] : undefined;
  return session && session.device !== 'browser' ? session : null;
}

/** What the agent can sign in with beside this browser, without what they are signed in with. */
export function useOtherTelephones(): Telephone[] {
  const { device } = useOtherPhone() ?? {};
  const number = useOwnExtension()?.outsideNumber;
  const telephones: Telephone[] = [
    { device: 'desk', name: 'my desk phone', Icon: IconDeviceLandlinePhone },
    ...(number
      ? [{ device: 'outside', name: phoneText(number), Icon: IconDeviceMobile } satisfies Telephone]
      : []),
  ];
  return telephones.filter((one) => one.device !== device);
}

const askAgain = () =>
  Promise.all(
    [query.agentStatus.mine.key(), query.pbx.listPhoneSessions.key()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );

/** Calls ring another telephone from now on; the browser is none any more. */
export async function signInWith(device: OtherDevice): Promise<void> {
  try {
    await signOutOfPhone();
    await api.pbx.startPhoneSession({ device });
    toast.success(device === 'desk' ? 'Calls ring your desk phone' : 'Calls ring your other telephone');
  } catch (error) {
    toast.error(error);
  }
  await askAgain();
}

export async function signOutOther({ id }: Pick<PhoneSession, 'id'>): Promise<void> {
  try {
    await api.pbx.endPhoneSession({ id });
  } catch (error) {
    toast.error(error);
  }
  await askAgain();
}

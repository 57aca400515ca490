import { useQuery } from '@tanstack/react-query';
import { unheardOfOwn } from '#shared/model/voicemail.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { CountBadge } from '#web/ui/CountBadge.tsx';

/** How many messages in one's own boxes nobody has heard, beside the area's name in the navigation. */
export default function UnheardBadge() {
  const { data } = useQuery(
    query.pbx.voicemailBoxes.queryOptions({ input: {}, refetchInterval: usePollInterval('calls', 30_000) }),
  );
  return <CountBadge count={unheardOfOwn(data?.boxes ?? [])} of="unheard" />;
}

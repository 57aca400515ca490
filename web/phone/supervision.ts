import type { Call } from '#shared/model/call.ts';

type Supervisor = NonNullable<Call['live']>['supervisors'][number];
export type SupervisionMode = Supervisor['mode'];

/** A call that a phone listens to, whispers on or talks on, as the exchange told. */
export interface Supervision<C> {
  call: C;
  mode: SupervisionMode;
}

/** What a phone supervises now; null where that is nothing. */
export function supervisionOf<C extends Pick<Call, 'live'>>(
  calls: readonly C[],
  phone: string | null,
): Supervision<C> | null {
  for (const call of calls) {
    const supervisor = call.live?.supervisors.find((one) => one.phone === phone);
    if (supervisor) return { call, mode: supervisor.mode };
  }
  return null;
}

/** What somebody does who supervises, before the words that say on whose call. */
export const supervisionText: Readonly<Record<SupervisionMode, string>> = {
  listen: 'Listening to',
  whisper: 'Whispering on',
  barge: 'Talking on',
};

import type { LiveDisplay } from '#shared/api/signage.ts';
import type { Emergency } from '#shared/model/signage/entities.ts';

export interface Screen {
  id: string;
  name: string;
  state: 'confirmed' | 'waiting' | 'offline' | 'covered';
  /** Since when nothing was heard of it. */
  since: string | null;
}

type Target = Pick<Emergency, 'id' | 'all' | 'displayIds' | 'groupIds'>;

const isMeant = ({ all, displayIds, groupIds }: Target, display: LiveDisplay): boolean =>
  all || displayIds.includes(display.id) || display.groupIds.some((group) => groupIds.includes(group));

/**
 * How an emergency is on each screen that it means. Where one that began later means the screen too, it is covered
 * by that.
 */
export function screensOf(
  emergency: Target,
  displays: readonly LiveDisplay[],
  later: readonly Target[] = [],
): Screen[] {
  const stateOf = (display: LiveDisplay): Screen['state'] => {
    if (display.confirmed === emergency.id) return 'confirmed';
    if (display.status !== 'online') return 'offline';
    return later.some((other) => isMeant(other, display)) ? 'covered' : 'waiting';
  };
  return displays
    .filter((display) => isMeant(emergency, display))
    .map((display) => {
      const { id, name, offlineSince } = display;
      return { id, name, state: stateOf(display), since: offlineSince };
    });
}

/** '1 of 3 confirmed, 2 offline'. */
export function confirmationText(screens: readonly Screen[]): string {
  const count = (state: Screen['state']) => screens.filter((screen) => screen.state === state).length;
  const others = (['waiting', 'offline', 'covered'] as const)
    .map((state) => [count(state), state === 'covered' ? 'under a later one' : state] as const)
    .filter(([many]) => many > 0)
    .map(([many, text]) => `${many} ${text}`);
  return [`${count('confirmed')} of ${screens.length} confirmed`, ...others].join(', ');
}

import type { Queue } from '#shared/model/queue.ts';

const minutesText = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const parts = [minutes > 0 && `${minutes} min`, rest > 0 && `${rest} s`];
  return parts.filter((part) => part !== false).join(' ');
};

const music = {
  default: 'The caller hears the standard music',
  none: 'The caller hears silence',
  custom: 'The caller hears your own music',
} as const;

type Heard = Pick<Queue, 'musicOnHold' | 'announcePosition' | 'maxWaitTime' | 'maxCallers'>;

/** What becomes of a caller who comes into a queue, as they hear it. */
export function whatCallersHear({ musicOnHold, announcePosition, maxWaitTime, maxCallers }: Heard): string {
  const position = announcePosition ? ', and is told how many are before them' : '';
  return (
    `${music[musicOnHold]} while they wait${position}. After ${minutesText(maxWaitTime)} the wait ends. ` +
    `Whoever comes while ${maxCallers === 1 ? 'one is' : `${maxCallers} are`} waiting is turned away at once.`
  );
}

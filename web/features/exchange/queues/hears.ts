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

type Heard = Pick<
  Queue,
  | 'musicOnHold'
  | 'announcePosition'
  | 'maxWaitTime'
  | 'maxCallers'
  | 'voicemail'
  | 'callback'
  | 'callbackAfter'
>;

/** What becomes of a caller who comes into a queue, as they hear it. */
export function whatCallersHear(queue: Heard): string {
  const { musicOnHold, announcePosition, maxWaitTime, maxCallers, voicemail } = queue;
  const { callback, callbackAfter } = queue;
  const back = callback
    ? ` After ${minutesText(callbackAfter)} they may press 1 to keep their place and be called back.`
    : '';
  const position = announcePosition ? ', and is told how many are before them' : '';
  return (
    `${music[musicOnHold]} while they wait${position}.${back} After ${minutesText(maxWaitTime)} ${voicemail ? 'they may leave a message' : 'the wait ends'}. ` +
    `Whoever comes while ${maxCallers === 1 ? 'one is' : `${maxCallers} are`} waiting ${voicemail ? 'may at once' : 'is turned away at once'}.`
  );
}

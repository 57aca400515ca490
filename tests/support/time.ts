import { onTestFinished } from 'vitest';
import { setClock } from '#functions/kernel/clock.ts';

/**
 * The kernel's clock in the test's hands until the test ends: it begins now or at the ISO time `start`, runs on,
 * and `forward` moves it ahead.
 */
export function timeTravel(start?: string) {
  let ahead = start ? Date.parse(start) - Date.now() : 0;
  onTestFinished(setClock(() => Date.now() + ahead));
  return {
    forward({ seconds = 0, minutes = 0, days = 0 }): void {
      ahead += ((days * 24 * 60 + minutes) * 60 + seconds) * 1000;
    },
  };
}

import { readdirSync, readFileSync } from 'node:fs';

/** Every Chromium that renderers have started, one a function that is at work: they are children of the product's process. */
export function renderersOf(productPid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return Number(parent) === productPid && /--remote-debugging-pipe/.test(command);
      } catch {
        // It has ended meanwhile.
        return false;
      }
    });
}

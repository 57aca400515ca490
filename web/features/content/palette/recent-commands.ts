import { store, storedTexts } from '#web/ui/browser-storage.ts';

const key = 'content-creator-recent-commands';
const most = 5;

/** Names of the commands that were run from the palette last, the latest first. */
export const recentCommands = (): string[] => (storedTexts(key) ?? []).slice(0, most);

export function rememberCommand(name: string): void {
  store(key, [name, ...recentCommands().filter((one) => one !== name)].slice(0, most));
}

/** How long work will still take, in words: 'less than a minute left', 'about 3 minutes left'. */
export function durationLeft(seconds: number): string {
  if (seconds < 60) return seconds <= 10 ? 'a few seconds left' : 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
  const hours = Math.round(minutes / 60);
  return `about ${hours} ${hours === 1 ? 'hour' : 'hours'} left`;
}

const doneWords: Readonly<Record<string, string>> = {
  'leads.import': 'imported',
  'leads.undoImport': 'removed',
  'leads.export': 'exported',
  'leads.train': 'learned from',
  'leads.score': 'scored',
  'sms.blast': 'sent',
  'tracers.enrich': 'found',
  'content.videos': 'made',
  'content.export': 'exported',
};

/** What has been done to the items of a job of some kind: '12 sent'; of most kinds it is a change. */
export const doneWord = (kind: string): string => doneWords[kind] ?? 'changed';

/** What a progress bar is called; `percent` is null while nobody knows yet how many items there are, of whatever noun. */
export const progressLabel = (title: string, percent: number | null): string =>
  `${title}, ${percent === null ? 'finding what to work on' : `${percent} %`}`;

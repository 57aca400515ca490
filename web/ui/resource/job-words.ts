/** How long work will still take, in words: 'less than a minute left', 'about 3 minutes left'. */
export function durationLeft(seconds: number): string {
  if (seconds < 60) return seconds <= 10 ? 'a few seconds left' : 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
  const hours = Math.round(minutes / 60);
  return `about ${hours} ${hours === 1 ? 'hour' : 'hours'} left`;
}

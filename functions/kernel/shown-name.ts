const longestName = 60;

/**
 * A name that somebody has typed, as the product's own sender may carry it. Strangers choose it, and mails go to whom
 * they choose: it has no line break, and nothing in it is made a link by a mail program.
 */
export function shownName(name: string): string {
  const line = name.replace(/[\p{C}\s]+/gu, ' ').replace(/[./:@\\<>]+/g, ' ');
  const short = line.replace(/ {2,}/g, ' ').trim();
  return short.length > longestName
    ? `${short.slice(0, longestName - 1).trimEnd()}…`
    : short || 'a workspace';
}

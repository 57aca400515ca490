/**
 * Whether a text fits a pattern of IAM, where `*` stands for any run of characters and `?` for one. Linear but for the
 * way back to the last star.
 */
export function fits(pattern: string, text: string): boolean {
  let at = 0;
  let place = 0;
  let star = -1;
  let mark = 0;
  while (place < text.length) {
    if (pattern[at] === '*') {
      star = at++;
      mark = place;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[place])) {
      at++;
      place++;
    } else if (star >= 0) {
      at = star + 1;
      place = ++mark;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}

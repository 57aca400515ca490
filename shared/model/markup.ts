/*
 * What a text is, told in one pass over it: the texts come from strangers and may be long.
 */

const tagName = /<(?:[a-z][a-z0-9]*|!doctype)\b/i;

/** Whether a text holds a tag of HTML, closed or not where it ends. */
export function looksLikeHtml(text: string): boolean {
  const tag = text.search(tagName);
  // When nothing closes the first tag, nothing closes a later one either.
  return tag >= 0 && text.includes('>', tag);
}

/** The place after the next `end`, from `at` on; -1 when there is none. */
function after(text: string, end: string, at: number): number {
  const found = text.indexOf(end, at);
  return found < 0 ? -1 : found + end.length;
}

/** The place after a document type, whose own declarations may lie in brackets; -1 when it does not end. */
function afterDoctype(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"' || sign === "'") {
      at = text.indexOf(sign, at + 1);
      if (at < 0) return -1;
    } else if (text.startsWith('<!--', at)) {
      at = after(text, '-->', at + 4) - 1;
      if (at < 0) return -1;
    } else if (sign === '[') depth++;
    else if (sign === ']') depth--;
    else if (sign === '>' && depth <= 0) return at + 1;
  }
  return -1;
}

/**
 * What a document begins with: `svg`; `other` for anything else; `unknown` when the text ends before its first element,
 * as the head of a file does that begins with a long comment. Whether it is well formed is not looked at.
 */
export function documentKind(text: string): 'svg' | 'other' | 'unknown' {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (;;) {
    while (at < text.length && ' \t\r\n\f'.includes(text[at]!)) at++;
    const part = text.slice(at, at + 9);
    if (part.startsWith('<?')) at = after(text, '?>', at);
    else if (part.startsWith('<!--')) at = after(text, '-->', at + 4);
    else if (/^<!doctype/i.test(part)) at = afterDoctype(text, at);
    else if (/^<svg(?:[\s>/]|$)/i.test(part)) return 'svg';
    else
      return ['<?', '<!--', '<!doctype', '<svg'].some((sign) => sign.startsWith(part.toLowerCase()))
        ? 'unknown'
        : 'other';
    if (at < 0) return 'unknown';
  }
}

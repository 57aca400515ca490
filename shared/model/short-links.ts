/*
 * Links of a text that is sent to many become short links of the product's own host, one for each person, so that it is
 * seen who has opened them.
 */

/** Short links of one text; a text of its greatest length has no room for more. */
export const mostShortLinks = 10;

/** Letters and digits of a short link's code, after the tenant's number: 62 bits. */
export const codeLength = 12;

/** Up to the next space, quote or bracket; a variable of a template may stand in it. Takes time by its length. */
const links = /https?:\/\/(?:\{\{[^{}]*\}\}|[^\s<>"'{}])+/gi;

/** What ends a sentence and not the link before it. */
const closing = '.,;:!?)]';

function withoutClosing(link: string): string {
  let end = link.length;
  while (end > 0 && closing.includes(link[end - 1]!)) end--;
  return link.slice(0, end);
}

/** Scheme and host of a link that has no variable in them. */
const origins = /^(https?:\/\/[a-z0-9.-]+(?::\d{1,5})?)(?=[/?#]|$)/i;

const originOf = (link: string): string | undefined => origins.exec(link)?.[1]?.toLowerCase();

/** The origins that a text names itself, outside its variables. */
export const originsIn = (source: string): Set<string> =>
  new Set([...source.matchAll(links)].flatMap(([link]) => originOf(withoutClosing(link)) ?? []));

/**
 * A text with its links replaced by what `shorten` answers, the first `mostShortLinks` of them. Only links to places that
 * `source`, the text as it was written, names itself: what a lead's fields bring in is left as it is, so that nobody's
 * link goes out under the product's name.
 */
export function withShortLinks(
  text: string,
  source: string,
  shorten: (link: string) => string | undefined,
): string {
  const known = originsIn(source);
  let many = 0;
  return text.replace(links, (found) => {
    const link = withoutClosing(found);
    const origin = originOf(link);
    if (!origin || !known.has(origin) || many >= mostShortLinks) return found;
    const short = shorten(link);
    if (short === undefined) return found;
    many++;
    return short + found.slice(link.length);
  });
}

/** A short link's address at a host. */
export const shortLinkAt = (host: string, tenantId: number, code: string): string =>
  `${host}/api/l/${tenantId.toString(36)}-${code}`;

/** The tenant that a short link's code names; 0 for what is none. */
export function tenantOfCode(code: string): number {
  const [, tenant = ''] = /^([0-9a-z]{1,7})-[0-9a-z]{12}$/.exec(code) ?? [];
  return tenant ? Number.parseInt(tenant, 36) : 0;
}

/** The codes of the short links in a text, of whichever host. */
export const codesIn = (text: string): string[] =>
  [...text.matchAll(/\/api\/l\/([0-9a-z]{1,7}-[0-9a-z]{12})/g)].map(([, code]) => code!);

/** What the address asks for: a published sign (`pub_…`), an announcement (`ann_…`) or a display's player (`dsp_…`). */
export const addressKey = location.pathname.split('/').filter(Boolean).at(-1) ?? '';

/** The version of a sign that the page's address names, which displays are given; null where it names none. */
export const addressVersion = new URLSearchParams(location.search).get('v');

/** The content of a published sign or an announcement, as the network has it now. @throws where it takes longer than 15 s */
export function askContent(): Promise<Response> {
  const query = addressVersion ? `?v=${encodeURIComponent(addressVersion)}` : '';
  const address = `/api/content/public/${encodeURIComponent(addressKey)}${query}`;
  return fetch(address, { signal: AbortSignal.timeout(15_000) });
}

/** Whether an address is that of an announcement, which tells of one person and is gone after its time. */
export const isAnnouncement = (address: string): boolean => address.startsWith('ann_');

/** What the address asks for: a published sign (`pub_…`), an announcement (`ann_…`) or a display's player (`dsp_…`). */
export const addressKey = location.pathname.split('/').filter(Boolean).at(-1) ?? '';

/** Where a published sign or an announcement is read, in the version that the page's address names. */
export function contentAddress(): string {
  const version = new URLSearchParams(location.search).get('v');
  const query = version ? `?v=${encodeURIComponent(version)}` : '';
  return `/api/content/public/${encodeURIComponent(addressKey)}${query}`;
}

/** The content, as the network has it now. @throws where it does not answer within 15 s */
export const askContent = (): Promise<Response> =>
  fetch(contentAddress(), { signal: AbortSignal.timeout(15_000) });

/** Whether an address is that of an announcement, which tells of one person and is gone after its time. */
export const isAnnouncement = (address: string): boolean => address.startsWith('ann_');

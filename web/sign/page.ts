/** What the address asks for: a published sign (`pub_…`), an announcement (`ann_…`) or a display's player (`dsp_…`). */
export const addressKey = location.pathname.split('/').filter(Boolean).at(-1) ?? '';

/** Whether an address is that of an announcement, which tells of one person and is gone after its time. */
export const isAnnouncement = (address: string): boolean => address.startsWith('ann_');

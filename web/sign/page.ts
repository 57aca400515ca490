/** What the address asks for: a published sign (`pub_…`) or the player of a display (`dsp_…`). */
export const addressKey = location.pathname.split('/').filter(Boolean).at(-1) ?? '';

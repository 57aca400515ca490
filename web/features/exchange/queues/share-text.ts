/** A share of 0 to 1 as people read it; a dash where there is none. */
export const shareText = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)} %`);

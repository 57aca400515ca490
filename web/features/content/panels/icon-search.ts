export interface CatalogueIcon {
  name: string;
  /** What it is found by besides its name. */
  words: string;
  /** Paths in a square of 24 units. */
  outline: string;
  /** '' where there is no filled form. */
  filled: string;
}

/** More icons than this are not shown at once: another letter finds them. */
const mostShown = 84;

/** All icons; a file of its own that comes when somebody chooses one. */
export async function loadIcons(): Promise<readonly CatalogueIcon[]> {
  const { default: icons } = await import('virtual:icons');
  return icons.map(([name, words, outline, filled]) => ({ name, words, outline, filled }));
}

/** How well an icon fits a search, the better the lower; undefined where it does not fit. */
function rankOf({ name, words }: CatalogueIcon, needles: readonly string[]): number | undefined {
  let rank = 0;
  for (const needle of needles) {
    if (name === needle) continue;
    if (name.startsWith(needle)) rank += 1;
    else if (name.includes(needle)) rank += 2;
    else if (` ${words}`.includes(` ${needle}`)) rank += 3;
    else return undefined;
  }
  return rank;
}

/** The icons that all words of a search fit, those whose names fit best first. */
export function findIcons(
  icons: readonly CatalogueIcon[],
  search: string,
): { shown: readonly CatalogueIcon[]; total: number } {
  const needles = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (needles.length === 0) return { shown: icons.slice(0, mostShown), total: icons.length };
  const found = icons.flatMap((icon) => {
    const rank = rankOf(icon, needles);
    return rank === undefined ? [] : [{ icon, rank }];
  });
  found.sort((a, b) => a.rank - b.rank || a.icon.name.length - b.icon.name.length);
  return { shown: found.slice(0, mostShown).map(({ icon }) => icon), total: found.length };
}

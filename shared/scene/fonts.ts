export const fontGroups = [
  'sans-serif',
  'serif',
  'display',
  'monospace',
  'handwriting',
  'decorative',
] as const;
export type FontGroup = (typeof fontGroups)[number];

/** Parts of a font that are loaded when a text needs them, with the characters each holds (Google Fonts' cut). */
const subsets = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,' +
    'U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,' +
    'U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  greek: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,' +
    'U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
} as const;
type Subset = keyof typeof subsets;

export interface Font {
  family: string;
  group: FontGroup;
  /** Weights that have a file of their own; 'variable' is one file for 100 to 900. */
  weights: readonly number[] | 'variable';
  /** The npm package that brings the files. */
  package: string;
  subsets: readonly Subset[];
}

const latin: readonly Subset[] = ['latin', 'latin-ext'];

/**
 * Adding a font is one line here and its package (`npm i -E @fontsource-variable/<name>`, or `@fontsource/<name>`
 * where there is no variable one). All are free: OFL 1.1 or Apache 2.0.
 */
const font = (
  family: string,
  group: FontGroup,
  weights: Font['weights'],
  parts: readonly Subset[] = latin,
): Font => {
  const slug = family.toLowerCase().replaceAll(' ', '-');
  const scope = weights === 'variable' ? '@fontsource-variable' : '@fontsource';
  return { family, group, weights, package: `${scope}/${slug}`, subsets: parts };
};

export const fonts: readonly Font[] = [
  font('Inter', 'sans-serif', 'variable', ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese']),
  font('Roboto', 'sans-serif', 'variable'),
  font('Open Sans', 'sans-serif', 'variable'),
  font('Lato', 'sans-serif', [400, 700]),
  font('Montserrat', 'sans-serif', 'variable'),
  font('Poppins', 'sans-serif', [400, 700]),
  font('Nunito', 'sans-serif', 'variable'),
  font('Raleway', 'sans-serif', 'variable'),
  font('Work Sans', 'sans-serif', 'variable'),
  font('DM Sans', 'sans-serif', 'variable'),
  font('Manrope', 'sans-serif', 'variable'),
  font('Outfit', 'sans-serif', 'variable'),
  font('Plus Jakarta Sans', 'sans-serif', 'variable'),
  font('Rubik', 'sans-serif', 'variable'),
  font('Source Sans 3', 'sans-serif', 'variable'),
  font('Figtree', 'sans-serif', 'variable'),
  font('Mulish', 'sans-serif', 'variable'),
  font('Karla', 'sans-serif', 'variable'),
  font('Arimo', 'sans-serif', 'variable'),
  font('Playfair Display', 'serif', 'variable'),
  font('Merriweather', 'serif', 'variable'),
  font('Lora', 'serif', 'variable'),
  font('Source Serif 4', 'serif', 'variable'),
  font('EB Garamond', 'serif', 'variable'),
  font('Crimson Pro', 'serif', 'variable'),
  font('Bitter', 'serif', 'variable'),
  font('Libre Baskerville', 'serif', 'variable'),
  font('Cormorant Garamond', 'serif', 'variable'),
  font('Roboto Slab', 'serif', 'variable'),
  font('Tinos', 'serif', [400, 700]),
  font('Gelasio', 'serif', 'variable'),
  font('Oswald', 'display', 'variable'),
  font('Bebas Neue', 'display', [400]),
  font('Anton', 'display', [400]),
  font('Archivo Black', 'display', [400]),
  font('Fjalla One', 'display', [400]),
  font('Abril Fatface', 'display', [400]),
  font('Alfa Slab One', 'display', [400]),
  font('League Spartan', 'display', 'variable'),
  font('Big Shoulders', 'display', 'variable'),
  font('Teko', 'display', 'variable'),
  font('Unbounded', 'display', 'variable'),
  font('JetBrains Mono', 'monospace', 'variable'),
  font('Fira Code', 'monospace', 'variable'),
  font('Source Code Pro', 'monospace', 'variable'),
  font('Roboto Mono', 'monospace', 'variable'),
  font('IBM Plex Mono', 'monospace', [400, 700]),
  font('Space Mono', 'monospace', [400, 700]),
  font('Cousine', 'monospace', [400, 700]),
  font('Inconsolata', 'monospace', 'variable'),
  font('Dancing Script', 'handwriting', 'variable'),
  font('Caveat', 'handwriting', 'variable'),
  font('Pacifico', 'handwriting', [400]),
  font('Satisfy', 'handwriting', [400], ['latin']),
  font('Great Vibes', 'handwriting', [400]),
  font('Sacramento', 'handwriting', [400]),
  font('Kalam', 'handwriting', [400, 700]),
  font('Shadows Into Light', 'handwriting', [400]),
  font('Indie Flower', 'handwriting', [400]),
  font('Permanent Marker', 'handwriting', [400], ['latin']),
  font('Comic Relief', 'handwriting', [400, 700]),
  font('Amatic SC', 'handwriting', [400, 700]),
  font('Lobster', 'decorative', [400]),
  font('Righteous', 'decorative', [400]),
  font('Bangers', 'decorative', [400]),
  font('Fredoka', 'decorative', 'variable'),
  font('Monoton', 'decorative', [400]),
  font('Bungee', 'decorative', [400]),
  font('Press Start 2P', 'decorative', [400]),
  font('Creepster', 'decorative', [400], ['latin']),
  font('Orbitron', 'decorative', 'variable', ['latin']),
];

export const defaultFont = 'Inter';

const byFamily = new Map(fonts.map((entry) => [entry.family.toLowerCase(), entry]));

/**
 * Fonts that are not free, by the free one that takes their place. All but Impact's have the same widths, so that a
 * text breaks its lines where it did.
 */
const substitutes: Record<string, string> = {
  arial: 'Arimo',
  helvetica: 'Arimo',
  'helvetica neue': 'Arimo',
  'times new roman': 'Tinos',
  times: 'Tinos',
  georgia: 'Gelasio',
  'courier new': 'Cousine',
  courier: 'Cousine',
  'comic sans ms': 'Comic Relief',
  impact: 'Anton',
};

/** A font of the catalogue by its family name, in any case, or the one that takes that family's place. */
export function fontOfFamily(family: string): Font | undefined {
  const name = family.trim().toLowerCase();
  return byFamily.get(name) ?? byFamily.get(substitutes[name]?.toLowerCase() ?? '');
}

const generic: Record<FontGroup, string> = {
  'sans-serif': 'sans-serif',
  serif: 'serif',
  display: 'sans-serif',
  monospace: 'monospace',
  handwriting: 'cursive',
  decorative: 'cursive',
};

/** The family that holds all other scripts and emoji; `script-fonts.ts` says from which files. */
export const scriptFamily = 'Dealbell Scripts';

/**
 * The CSS family list of a family: itself, Inter, the other scripts, then what the machine has. A family that does
 * not exist is so drawn in Inter, in the editor as in the export.
 */
export function fontStack(family: string): string {
  const known = fontOfFamily(family);
  const name = known?.family ?? family.replace(/["\\;{}<>\p{Cc}]/gu, '').slice(0, 80);
  const first = name === '' || name === defaultFont ? '' : `"${name}", `;
  return `${first}"${defaultFont}", "${scriptFamily}", ${generic[known?.group ?? 'sans-serif']}`;
}

/** The families that a CSS font or family list names in quotes. */
export function familiesIn(css: string): string[] {
  return [...css.matchAll(/"([^"]+)"/g)].map(([, family]) => family!);
}

export interface FontFile {
  family: string;
  /** As CSS writes it: '400', or '100 900' for a variable font. */
  weight: string;
  unicodeRange: string;
  /** Path below node_modules, e.g. `@fontsource/lobster/files/lobster-latin-400-normal.woff2`. */
  file: string;
}

/** Every font file that the scene may draw with: what a build has to serve. */
export function fontFiles(catalogue: readonly Font[] = fonts): FontFile[] {
  return catalogue.flatMap((entry) => {
    const slug = entry.package.split('/')[1]!;
    const weights = entry.weights === 'variable' ? ['wght'] : entry.weights.map(String);
    return entry.subsets.flatMap((subset) =>
      weights.map((weight) => ({
        family: entry.family,
        weight: weight === 'wght' ? '100 900' : weight,
        unicodeRange: subsets[subset],
        file: `${entry.package}/files/${slug}-${subset}-${weight}-normal.woff2`,
      })),
    );
  });
}

export interface FontFaceDescription {
  family: string;
  /** `url("…")` */
  source: string;
  descriptors: { weight: string; style: 'normal'; display: 'block'; unicodeRange: string };
}

/** What to make a FontFace of. @param address where its file is served */
export function fontFace({ family, weight, unicodeRange }: FontFile, address: string): FontFaceDescription {
  return {
    family,
    source: `url(${JSON.stringify(address)}) format("woff2")`,
    descriptors: { weight, style: 'normal', display: 'block', unicodeRange },
  };
}

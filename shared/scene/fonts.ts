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

/** Adding a font is one line here and its package (`npm i -E @fontsource/<name>`, licence OFL). */
const font = (
  family: string,
  group: FontGroup,
  weights: Font['weights'],
  slug: string,
  parts = latin,
): Font => ({
  family,
  group,
  weights,
  package: weights === 'variable' ? `@fontsource-variable/${slug}` : `@fontsource/${slug}`,
  subsets: parts,
});

export const fonts: readonly Font[] = [
  font('Inter', 'sans-serif', 'variable', 'inter', ['latin', 'latin-ext', 'cyrillic', 'greek']),
  font('Open Sans', 'sans-serif', [400, 700], 'open-sans'),
  font('Montserrat', 'sans-serif', [400, 700], 'montserrat'),
  font('Poppins', 'sans-serif', [400, 700], 'poppins'),
  font('Playfair Display', 'serif', [400, 700], 'playfair-display'),
  font('Merriweather', 'serif', [400, 700], 'merriweather'),
  font('Bebas Neue', 'display', [400], 'bebas-neue'),
  font('Oswald', 'display', [400, 700], 'oswald'),
  font('JetBrains Mono', 'monospace', [400, 700], 'jetbrains-mono'),
  font('Dancing Script', 'handwriting', [400, 700], 'dancing-script'),
  font('Caveat', 'handwriting', [400, 700], 'caveat'),
  font('Lobster', 'decorative', [400], 'lobster'),
  font('Righteous', 'decorative', [400], 'righteous'),
];

export const defaultFont = 'Inter';

const byFamily = new Map(fonts.map((entry) => [entry.family.toLowerCase(), entry]));

/** A font of the catalogue by its family name, in any case. */
export function fontOfFamily(family: string): Font | undefined {
  return byFamily.get(family.trim().toLowerCase());
}

const generic: Record<FontGroup, string> = {
  'sans-serif': 'sans-serif',
  serif: 'serif',
  display: 'sans-serif',
  monospace: 'monospace',
  handwriting: 'cursive',
  decorative: 'cursive',
};

/**
 * The CSS family list of a family: itself, Inter, then what the machine has. A family that does not exist
 * is so drawn in Inter, in the editor as in the export.
 */
export function fontStack(family: string): string {
  const known = fontOfFamily(family);
  const name = known?.family ?? family.replace(/["\\;{}<>\p{Cc}]/gu, '').slice(0, 80);
  const first = name === '' || name === defaultFont ? '' : `"${name}", `;
  return `${first}"${defaultFont}", ${generic[known?.group ?? 'sans-serif']}`;
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

/**
 * What to make FontFace objects of. Editor, page and renderer call it with the same files.
 * @param url where a file of `fontFiles()` is served; undefined leaves the file out
 */
export function fontFaces(url: (file: string) => string | undefined): FontFaceDescription[] {
  return fontFiles().flatMap(({ family, weight, unicodeRange, file }) => {
    const address = url(file);
    if (address === undefined) return [];
    return [
      {
        family,
        source: `url(${JSON.stringify(address)}) format("woff2")`,
        descriptors: { weight, style: 'normal', display: 'block', unicodeRange },
      },
    ];
  });
}

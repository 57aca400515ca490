/**
 * Series colours. Those of `bright`, `calm` and `vivid` are told apart by people with any kind of colour vision,
 * which a test holds them to; the others differ in lightness alone. `calm` is Tol's 'bright' scheme (P. Tol, Colour
 * Schemes, SRON/EPS/TN/09-002), `vivid` Okabe and Ito's set (Color Universal Design, 2008) without its yellow, too
 * pale on white.
 */
export const chartPalettes = {
  bright: ['#2563eb', '#fbb024', '#0b7a6f', '#f58ab5', '#93d2f9', '#8f1d3f', '#3b2a78'],
  calm: ['#4477aa', '#ee6677', '#228833', '#ccbb44', '#66ccee', '#aa3377', '#8a8f98'],
  vivid: ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#1f2937'],
  navy: ['#0f2a5f', '#2563eb', '#60a5fa', '#a9cdfc', '#d6e6fd'],
  amber: ['#78350f', '#b45309', '#f59e0b', '#fbc65e', '#fde9b8'],
} as const;

export type PaletteName = keyof typeof chartPalettes;
export const paletteNames = Object.keys(chartPalettes) as [PaletteName, ...PaletteName[]];

export const paletteOptions = [
  { value: 'bright', label: 'Bright' },
  { value: 'calm', label: 'Calm' },
  { value: 'vivid', label: 'Vivid' },
  { value: 'navy', label: 'Navy shades' },
  { value: 'amber', label: 'Amber shades' },
] as const;

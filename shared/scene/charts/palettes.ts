/**
 * Series colours that people with any kind of colour vision tell apart (checked by a test that simulates them):
 * Tol's 'bright' and Okabe and Ito's set are published for that; the others differ in lightness alone.
 * Sources: P. Tol, Colour Schemes, SRON/EPS/TN/09-002; M. Okabe, K. Ito, Color Universal Design, 2008.
 */
export const chartPalettes = {
  bright: ['#4477aa', '#ee6677', '#228833', '#ccbb44', '#66ccee', '#aa3377', '#8a8f98'],
  okabe: ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#b8ac1f'],
  navy: ['#0f2a5f', '#2563eb', '#60a5fa', '#a9cdfc', '#d6e6fd'],
  amber: ['#78350f', '#b45309', '#f59e0b', '#fbc65e', '#fde9b8'],
} as const;

export type PaletteName = keyof typeof chartPalettes;
export const paletteNames = Object.keys(chartPalettes) as [PaletteName, ...PaletteName[]];

export const paletteOptions = [
  { value: 'bright', label: 'Bright' },
  { value: 'okabe', label: 'Vivid' },
  { value: 'navy', label: 'Navy shades' },
  { value: 'amber', label: 'Amber shades' },
] as const;

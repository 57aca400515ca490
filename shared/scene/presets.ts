/** The palette that colour fields offer first. */
export const defaultColors = ['#111827', '#2563eb', '#f59e0b', '#ffffff'] as const;

/** The colour picker's presets: neutrals from black to white, then around the wheel. */
export const presetColors = [
  '#000000',
  '#111827',
  '#374151',
  '#6b7280',
  '#d1d5db',
  '#ffffff',
  '#7f1d1d',
  '#dc2626',
  '#f97316',
  '#f59e0b',
  '#facc15',
  '#84cc16',
  '#16a34a',
  '#0d9488',
  '#06b6d4',
  '#0ea5e9',
  '#2563eb',
  '#1e3a8a',
  '#4f46e5',
  '#9333ea',
  '#db2777',
  '#f9a8d4',
] as const;

export const fontWeights = [
  { value: 300, label: 'Light' },
  { value: 400, label: 'Regular' },
  { value: 500, label: 'Medium' },
  { value: 600, label: 'Semi-bold' },
  { value: 700, label: 'Bold' },
  { value: 800, label: 'Extra bold' },
] as const;

export const textShadowPresets = [
  { value: 'none', label: 'None' },
  { value: '0px 1px 2px rgba(0, 0, 0, 0.25)', label: 'Light' },
  { value: '0px 2px 4px rgba(0, 0, 0, 0.4)', label: 'Medium' },
  { value: '0px 4px 8px rgba(0, 0, 0, 0.6)', label: 'Strong' },
] as const;

export const boxShadowPresets = [
  { value: 'none', label: 'None' },
  { value: '0px 1px 2px rgba(15, 23, 42, 0.12)', label: 'Small' },
  {
    value: '0px 4px 6px -1px rgba(15, 23, 42, 0.16), 0px 2px 4px -2px rgba(15, 23, 42, 0.12)',
    label: 'Medium',
  },
  {
    value: '0px 10px 15px -3px rgba(15, 23, 42, 0.18), 0px 4px 6px -4px rgba(15, 23, 42, 0.14)',
    label: 'Large',
  },
  { value: '0px 25px 50px -12px rgba(15, 23, 42, 0.35)', label: 'Extra large' },
] as const;

export const objectFits = ['cover', 'contain', 'fill', 'none', 'scale-down'] as const;
export type ObjectFit = (typeof objectFits)[number];

/** What the gradient button of the background menu begins with. */
export const defaultGradient = 'linear-gradient(135deg, #f8fafc 0%, #e2e8f0 100%)';

/** Gradients the editor offers for backgrounds, shapes and gradient text. */
export const gradientPresets = [
  { value: defaultGradient, label: 'Paper' },
  { value: 'linear-gradient(135deg, #0f172a 0%, #1e3a8a 100%)', label: 'Navy' },
  { value: 'linear-gradient(90deg, #f59e0b 0%, #ef4444 100%)', label: 'Sunrise' },
  { value: 'linear-gradient(90deg, #2563eb 0%, #9333ea 100%)', label: 'Dusk' },
  { value: 'linear-gradient(135deg, #06b6d4 0%, #16a34a 100%)', label: 'Lagoon' },
  { value: 'linear-gradient(135deg, #fce7f3 0%, #dbeafe 100%)', label: 'Candy' },
  { value: 'radial-gradient(circle at center, #334155 0%, #0f172a 100%)', label: 'Spotlight' },
] as const;

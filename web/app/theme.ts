import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { chartColors } from '#shared/model/chart-looks.ts';

/** Every colour of the app stands in this file, but for those of charts, which files have too; components and style sheets name the tokens. */
const ink: MantineColorsTuple = [
  '#f2f5f9',
  '#e2e8f1',
  '#c5d0e0',
  '#9dafc8',
  '#6d85a8',
  '#4a648b',
  '#334c73',
  '#22385b',
  '#152745',
  '#0b1830',
];

/** Amber: the primary action, and what is live. Nothing else. */
const amber: MantineColorsTuple = [
  '#fff7e6',
  '#ffecc4',
  '#ffdb8a',
  '#ffc84e',
  '#fbb62d',
  '#f3a412',
  '#d38508',
  '#a56406',
  '#7c4907',
  '#573305',
];

const gray: MantineColorsTuple = [
  '#f6f8fa',
  '#eef1f5',
  '#e3e8ee',
  '#d2d9e2',
  '#aeb9c7',
  '#8793a4',
  '#5d6b80',
  '#465468',
  '#313d4f',
  '#1d2736',
];

/** Dark mode's own scale: 0–3 text, 4 borders, 5 hover, 6 inputs, 7 surfaces, 8 page, 9 rail. */
const dark: MantineColorsTuple = [
  '#e7ecf4',
  '#c4cddb',
  '#9ba8bb',
  '#76849a',
  '#2b384d',
  '#212d40',
  '#1a2536',
  '#141d2c',
  '#0e1522',
  '#090e18',
];

const red: MantineColorsTuple = [
  '#fdf0ef',
  '#fadcda',
  '#f4b8b4',
  '#ed8f89',
  '#e56a62',
  '#d94840',
  '#c2352d',
  '#a32922',
  '#80201b',
  '#5c1713',
];

const green: MantineColorsTuple = [
  '#ecf8f2',
  '#d3efe0',
  '#a8dfc3',
  '#75cba1',
  '#45b480',
  '#259865',
  '#177c50',
  '#116340',
  '#0d4b31',
  '#083421',
];

const blue: MantineColorsTuple = [
  '#eef4fd',
  '#d9e6fa',
  '#b3cdf4',
  '#86afec',
  '#5a90e2',
  '#3873d2',
  '#285bb3',
  '#1f4890',
  '#18386f',
  '#11274e',
];

const transparentInk = 'rgba(11, 24, 48, 0.08)';
const shadow = (y: number, blur: number, alpha: number) => `0 ${y}px ${blur}px rgba(11, 24, 48, ${alpha})`;

/** Colours by variant and name: parsing them for each icon of the editor took 8 ms of opening a project. */
const resolved = new Map<string, ReturnType<VariantColorsResolver>>();

/** Amber carries ink, not white: white on amber is unreadable. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const { color, variant, gradient, autoContrast, theme } = input;
  const key = JSON.stringify([color, variant, gradient, autoContrast]);
  const known = resolved.get(key);
  if (known) return known;
  const colors = defaultVariantColorsResolver(input);
  const isAmber = variant === 'filled' && (color ?? theme.primaryColor) === 'amber';
  const result = isAmber ? { ...colors, color: 'var(--mantine-color-ink-9)' } : colors;
  resolved.set(key, result);
  return result;
};

const sans = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

export const theme = createTheme({
  colors: { ink, amber, gray, dark, red, green, blue, chart: chartColors },
  primaryColor: 'amber',
  primaryShade: { light: 5, dark: 4 },
  white: '#ffffff',
  black: '#0b1830',
  variantColorResolver,
  fontFamily: sans,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.55', lg: '1.55', xl: '1.4' },
  headings: {
    fontFamily: sans,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1.25rem' },
  shadows: {
    xs: shadow(1, 2, 0.06),
    sm: `${shadow(1, 2, 0.05)}, ${shadow(2, 6, 0.06)}`,
    md: `${shadow(2, 4, 0.05)}, ${shadow(6, 18, 0.09)}`,
    lg: `${shadow(4, 8, 0.06)}, ${shadow(14, 36, 0.13)}`,
    xl: `${shadow(8, 16, 0.08)}, ${shadow(28, 64, 0.18)}`,
  },
  focusClassName: 'db-focus',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Switch: { defaultProps: { color: 'ink' } },
    Checkbox: { defaultProps: { color: 'ink' } },
    Radio: { defaultProps: { color: 'ink' } },
    InputWrapper: {
      styles: {
        label: { marginBlockEnd: 4 },
        description: { marginBlock: 4 },
        error: { marginBlockStart: 4 },
      },
    },
    Badge: { styles: { root: { maxWidth: 'none' } } },
    // Its own background is that of a panel in dark mode.
    Pill: {
      styles: {
        root: {
          backgroundColor: 'light-dark(var(--mantine-color-gray-1), var(--mantine-color-dark-5))',
        },
      },
    },
    // Also inside a ColorInput.
    ColorPicker: {
      defaultProps: {
        saturationLabel: 'Saturation and brightness',
        hueLabel: 'Hue',
        alphaLabel: 'Opacity',
      },
    },
    // A long list of options scrolls, and what scrolls can be reached by the keyboard.
    Select: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0, role: 'group' } } } },
    Anchor: { defaultProps: { underline: 'always' } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 } } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 120 },
        // It would be a child of the menu that is no item: the first item takes the focus instead.
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 150 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 180 } } },
  },
});

/** The tokens beyond Mantine's own; style sheets use them as `var(--db-…)`. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--db-motion': '150ms cubic-bezier(0.2, 0.8, 0.2, 1)',
    '--db-rail-text': ink[2],
    '--db-rail-dimmed': ink[3],
    '--db-rail-bright': '#ffffff',
    '--db-rail-hover': 'rgba(197, 208, 224, 0.1)',
    '--db-rail-active': 'rgba(197, 208, 224, 0.16)',
    '--db-live': amber[5],
  },
  light: {
    '--db-page': gray[0],
    '--db-surface': '#ffffff',
    '--db-line': gray[2],
    // Around a picture that is narrower or lower than its frame.
    '--db-stage': gray[1],
    '--db-row-hover': gray[0],
    '--db-focus': ink[7],
    '--db-rail': ink[9],
    '--db-rail-line': ink[8],
    '--db-backdrop': transparentInk,
    '--db-skeleton': gray[2],
    '--mantine-color-text': ink[9],
    '--mantine-color-dimmed': gray[6],
    // Of 4.5 to 1 on what it stands on, as all text. WCAG 2.2, 1.4.3
    '--mantine-color-placeholder': '#687589',
    '--mantine-color-anchor': ink[7],
    '--mantine-color-error': red[6],
    '--mantine-color-default-border': gray[3],
    '--mantine-color-amber-filled': amber[5],
    '--mantine-color-amber-filled-hover': amber[4],
    '--mantine-color-amber-light': amber[0],
    '--mantine-color-amber-light-hover': amber[1],
    '--mantine-color-amber-light-color': amber[8],
    '--mantine-color-amber-text': amber[8],
    '--mantine-color-amber-outline': amber[7],
    '--mantine-color-ink-filled': ink[8],
    '--mantine-color-ink-filled-hover': ink[7],
    '--mantine-color-ink-light': ink[1],
    '--mantine-color-ink-light-hover': ink[2],
    '--mantine-color-ink-light-color': ink[8],
    '--mantine-color-red-filled': red[6],
    '--mantine-color-red-filled-hover': red[7],
    '--mantine-color-red-light': red[0],
    '--mantine-color-red-light-hover': red[1],
    '--mantine-color-red-light-color': red[7],
    '--mantine-color-green-light': green[0],
    '--mantine-color-green-light-color': green[7],
    '--mantine-color-blue-light': blue[0],
    '--mantine-color-blue-light-color': blue[7],
    '--mantine-color-gray-light': gray[1],
    '--mantine-color-gray-light-color': gray[7],
  },
  dark: {
    '--db-page': dark[8],
    '--db-surface': dark[7],
    '--db-line': dark[5],
    '--db-stage': dark[9],
    '--db-row-hover': dark[6],
    '--db-focus': amber[3],
    '--db-rail': dark[9],
    '--db-rail-line': dark[6],
    '--db-backdrop': 'rgba(0, 0, 0, 0.35)',
    '--db-skeleton': dark[5],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#8492a8',
    '--mantine-color-anchor': ink[2],
    '--mantine-color-error': red[3],
    '--mantine-color-default-border': dark[4],
    '--mantine-color-amber-filled': amber[4],
    '--mantine-color-amber-filled-hover': amber[3],
    '--mantine-color-amber-light': 'rgba(251, 182, 45, 0.14)',
    '--mantine-color-amber-light-hover': 'rgba(251, 182, 45, 0.2)',
    '--mantine-color-amber-light-color': amber[3],
    '--mantine-color-amber-text': amber[3],
    '--mantine-color-ink-filled': ink[5],
    '--mantine-color-ink-filled-hover': ink[4],
    '--mantine-color-ink-light': dark[5],
    '--mantine-color-ink-light-hover': dark[4],
    '--mantine-color-ink-light-color': ink[1],
    '--mantine-color-red-filled': red[6],
    '--mantine-color-red-filled-hover': red[5],
    '--mantine-color-red-light': 'rgba(237, 143, 137, 0.14)',
    '--mantine-color-red-light-color': red[3],
    '--mantine-color-green-light': 'rgba(117, 203, 161, 0.14)',
    '--mantine-color-green-light-color': green[3],
    '--mantine-color-blue-light': 'rgba(134, 175, 236, 0.14)',
    '--mantine-color-blue-light-color': blue[3],
    '--mantine-color-gray-light': dark[5],
    '--mantine-color-gray-light-color': dark[1],
  },
});

import type { JsonMap } from '#shared/model/bounded-map.ts';
import { colorOr } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { fontStack } from '../fonts.ts';
import { readChoice, readNumber, readText } from '../styles.ts';

export const textAligns = ['left', 'center', 'right', 'justify'] as const;
const verticalAligns = ['top', 'middle', 'bottom'] as const;
const textTransforms = ['none', 'uppercase', 'lowercase', 'capitalize'] as const;

export interface TextStyle {
  fontFamily: string;
  /** px */
  fontSize: number;
  /** 100 to 900 */
  fontWeight: number;
  fontStyle: 'normal' | 'italic';
  /** Multiple of the font size. */
  lineHeight: number;
  /** px */
  letterSpacing: number;
  textTransform: (typeof textTransforms)[number];
  /** Any of underline, overline and line-through, separated by blanks; or none. */
  textDecoration: string;
  textAlign: (typeof textAligns)[number];
  verticalAlign: (typeof verticalAligns)[number];
  textShadow: string;
  color: string;
  /** px on each side. */
  padding: number;
}

export const defaultTextColor = '#111827';

function readWeight(styles: JsonMap): number {
  const word = styles.fontWeight;
  if (word === 'bold') return 700;
  if (word === 'normal') return 400;
  return Math.round(readNumber(styles, 'fontWeight', 400, 100, 900) / 100) * 100;
}

/** The text style that a map of styles describes, with a default for each part. */
export function readTextStyle(styles: JsonMap, textAlign?: unknown): TextStyle {
  return {
    fontFamily: readText(styles, 'fontFamily', 'Inter'),
    fontSize: readNumber(styles, 'fontSize', 18, 1, 2_000),
    fontWeight: readWeight(styles),
    fontStyle: readChoice(styles, 'fontStyle', ['normal', 'italic'], 'normal'),
    lineHeight: readNumber(styles, 'lineHeight', 1.3, 0.5, 5),
    letterSpacing: readNumber(styles, 'letterSpacing', 0, -100, 500),
    textTransform: readChoice(styles, 'textTransform', textTransforms, 'none'),
    textDecoration: readText(styles, 'textDecoration', 'none'),
    textAlign: readChoice(
      { textAlign: (textAlign ?? styles.textAlign ?? null) as string },
      'textAlign',
      textAligns,
      'left',
    ),
    verticalAlign: readChoice(styles, 'verticalAlign', verticalAligns, 'top'),
    textShadow: readText(styles, 'textShadow', 'none'),
    color: colorOr(styles.color, defaultTextColor),
    padding: readNumber(styles, 'padding', 0, 0, 500),
  };
}

/** The CSS font shorthand of a style. */
export function fontOf(
  style: Pick<TextStyle, 'fontStyle' | 'fontWeight' | 'fontSize' | 'fontFamily'>,
): string {
  const slant = style.fontStyle === 'italic' ? 'italic ' : '';
  return `${slant}${style.fontWeight} ${style.fontSize}px ${fontStack(style.fontFamily)}`;
}

/**
 * Sets everything that decides how wide a text is. Geometric precision keeps the proportions of letters
 * the same at every zoom, so that a text wraps in an export where it wraps in the editor.
 */
export function applyFont(ctx: SceneContext, style: TextStyle, direction: 'ltr' | 'rtl'): void {
  ctx.font = fontOf(style);
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'left';
  ctx.direction = direction;
  ctx.fontKerning = 'normal';
  ctx.textRendering = 'geometricPrecision';
  ctx.letterSpacing = `${style.letterSpacing}px`;
}

/** The first strong letter decides, as `dir="auto"` does in HTML. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const strong =
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|\p{L}/u.exec(text);
  return strong &&
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(strong[0])
    ? 'rtl'
    : 'ltr';
}

export function transformText(text: string, transform: TextStyle['textTransform']): string {
  switch (transform) {
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    case 'capitalize':
      return text.replace(
        /(^|[\s\p{Pd}("'“‘])(\p{L})/gu,
        (_, before, letter) => before + letter.toUpperCase(),
      );
    case 'none':
      return text;
  }
}

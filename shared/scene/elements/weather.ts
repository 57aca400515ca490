import * as z from 'zod';
import type { Box } from '#shared/model/geometry.ts';
import { trimEnd } from '#shared/model/text.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneEnv } from '../env.ts';
import { choiceOf, textField, toggle } from '../form-builders.ts';
import { boxFields, colorField } from '../form-fields.ts';
import { block, blockLines, paintBlocks, type TextBlock } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { type Condition, conditionOf, drawCondition, skies } from '../paint/weather-icons.ts';
import { readNumber, readText } from '../styles.ts';
import { resolveText } from '../variables.ts';
import { flag, shortText } from './schema-parts.ts';

const properties = z.object({
  temperature: shortText('{external.weather.temperature}'),
  condition: shortText('{external.weather.condition}'),
  place: shortText('{external.weather.place}'),
  /** What the temperature of the data is in. */
  unit: z.enum(['C', 'F']).default('F'),
  /** What it is shown in. */
  showIn: z.enum(['C', 'F']).default('F'),
  showPlace: flag(true),
  showCondition: flag(true),
  /** The ground follows the weather; else it is the element's own. */
  sky: flag(true),
});

type Weather = Drawable<z.output<typeof properties>>;

/** The weather that the data holds; undefined when there is no temperature in it. */
function reading({ properties: it }: Weather, env: SceneEnv) {
  const text = (value: string) => resolveText(value, { ...env, markMissing: false }).trim();
  const written = text(it.temperature).replace(',', '.');
  const raw = trimEnd(written.replace(/[CF]$/i, ''), /[°\s]/);
  const degrees = /^[-−+]?\d+(\.\d+)?$/.test(raw) ? Number(raw.replace('−', '-')) : Number.NaN;
  if (!Number.isFinite(degrees)) return undefined;
  const celsius = it.unit === 'C' ? degrees : ((degrees - 32) * 5) / 9;
  const shown = it.showIn === it.unit ? degrees : it.showIn === 'C' ? celsius : (celsius * 9) / 5 + 32;
  const words = text(it.condition);
  // Zero is written without a sign.
  return {
    degrees: `${Math.round(shown) + 0}°`,
    words,
    condition: conditionOf(words),
    place: text(it.place),
  };
}

interface Plan {
  blocks: TextBlock[];
  icon?: Box;
  condition?: Condition | undefined;
}

function layout(element: Weather, env: SceneEnv): Plan {
  const { styles, properties: it, width, height } = element;
  const pad = Math.min(readNumber(styles, 'padding', 24, 0, 200), height / 7, width / 10);
  const inner = { x: pad, y: pad, width: width - 2 * pad, height: height - 2 * pad };
  const found = reading(element, env);
  if (!found && env.hideEmpty) return { blocks: [] };
  if (!found) {
    const fontSize = Math.max(11, Math.min(inner.height * 0.17, inner.width / 12));
    const half = { ...inner, height: inner.height / 2 };
    return {
      blocks: [
        block('No weather data', half, styles, {
          fontSize,
          fontWeight: 600,
          textAlign: 'center',
          verticalAlign: 'bottom',
          singleLine: true,
        }),
        block(
          'It is shown once the data holds a temperature',
          { ...half, y: inner.y + half.height + fontSize * 0.3 },
          styles,
          {
            fontSize: fontSize * 0.72,
            textAlign: 'center',
            verticalAlign: 'top',
            opacity: 0.8,
          },
        ),
      ],
    };
  }
  const place = it.showPlace ? found.place : '';
  const words = it.showCondition ? found.words : '';
  const placeSize = place ? Math.min(inner.height * 0.17, inner.width / 11) : 0;
  const wordsSize = words ? Math.min(inner.height * 0.15, inner.width / 12) : 0;
  const degreeHeight = inner.height - placeSize * 1.35 - wordsSize * 1.35;
  const hasIcon = found.condition !== undefined && inner.width > inner.height * 1.15;
  const icon = hasIcon ? Math.min(inner.height, inner.width * 0.44) : 0;
  const left = { ...inner, width: inner.width - icon };
  const degreeSize = Math.min(degreeHeight * 0.92, left.width / 2.2);
  let y = inner.y + (inner.height - placeSize * 1.35 - degreeSize * 1.08 - wordsSize * 1.35) / 2;
  const blocks: TextBlock[] = [];
  const put = (text: string, px: number, high: number, weight: number, opacity: number) => {
    if (text === '') return;
    const align = hasIcon ? 'left' : 'center';
    blocks.push(
      block(text, { ...left, y, height: px * high }, styles, {
        fontSize: px,
        fontWeight: weight,
        opacity,
        textAlign: align,
        singleLine: true,
      }),
    );
    y += px * high;
  };
  put(place, placeSize, 1.35, 600, 1);
  put(found.degrees, degreeSize, 1.08, 700, 1);
  put(words, wordsSize, 1.35, 500, 0.95);
  return {
    blocks,
    condition: found.condition,
    ...(hasIcon
      ? {
          icon: {
            x: inner.x + inner.width - icon,
            y: inner.y + (inner.height - icon) / 2,
            width: icon,
            height: icon,
          },
        }
      : {}),
  };
}

export const weather = defineElementType({
  type: 'weather',
  base: 'weather',
  label: 'Weather',
  description: 'Temperature, sky and place, from your data',
  category: 'Interactive',
  tags: ['weather', 'temperature', 'forecast', 'sun', 'rain'],
  icon: 'IconCloud',
  size: { width: 360, height: 180 },
  properties,
  styles: {
    fontFamily: 'Inter',
    color: '#ffffff',
    backgroundColor: 'linear-gradient(165deg, #1f2f46 0%, #3b4f6b 100%)',
    borderRadius: 20,
    padding: 24,
    boxShadow: '0px 12px 30px -12px rgba(15, 23, 42, 0.5)',
  },
  form: [
    textField('temperature', 'Temperature', 'content', {
      help: 'It needs a source: a figure, or a field of what fills the sign (a webhook’s payload, a row of a file). No weather service stands behind it.',
    }),
    choiceOf('unit', 'It comes in', [
      { value: 'F', label: 'Fahrenheit' },
      { value: 'C', label: 'Celsius' },
    ]),
    choiceOf('showIn', 'Shown in', [
      { value: 'F', label: 'Fahrenheit' },
      { value: 'C', label: 'Celsius' },
    ]),
    textField('condition', 'Sky', 'content', { help: 'Such as Clear, Light rain or Partly cloudy' }),
    textField('place', 'Place'),
    toggle('showPlace', 'Show the place'),
    toggle('showCondition', 'Show the sky in words'),
    toggle('sky', 'The ground follows the weather', 'style'),
    { target: 'styles', key: 'fontFamily', tab: 'style', kind: 'font', label: 'Font' },
    colorField,
    ...boxFields,
  ],
  weights: [400, 500, 600, 700],
  draw: (ctx, element, env) => {
    const { blocks, icon, condition } = layout(element, env);
    if (blocks.length === 0) return;
    const ground =
      element.properties.sky && condition
        ? skies[condition]
        : readText(element.styles, 'backgroundColor', 'transparent');
    drawBox(ctx, element, { ...element.styles, backgroundColor: ground });
    if (icon && condition) drawCondition(ctx, condition, icon.x, icon.y, icon.width);
    paintBlocks(ctx, blocks, env);
  },
  text: (element, env) => {
    const found = reading(element, env);
    return found
      ? [found.place, found.degrees, found.words].filter(Boolean).join(', ')
      : 'No weather data. It is shown once the data holds a temperature';
  },
  textLines: (ctx, element, env) => blockLines(ctx, layout(element, env).blocks, env),
});

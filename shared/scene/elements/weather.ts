import * as z from 'zod';
import type { Box } from '#shared/model/geometry.ts';
import { trimEnd } from '#shared/model/text.ts';
import { fromCoordinates, fromData, placeOfWeather } from '#shared/model/weather.ts';
import { cities } from '#shared/model/weather-places.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneEnv } from '../env.ts';
import { choiceOf, textField, toggle, when } from '../form-builders.ts';
import { boxFields, colorField } from '../form-fields.ts';
import { block, blockLines, paintBlocks, type TextBlock } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { type Condition, conditionOf, drawCondition, skies } from '../paint/weather-icons.ts';
import { readNumber, readText } from '../styles.ts';
import { resolveText } from '../variables.ts';
import { flag, shortText, within } from './schema-parts.ts';

const properties = z.object({
  /** A city's id, `fromCoordinates`, or `fromData`. */
  source: z.string().max(60).default(fromData),
  latitude: within(-90, 90, 0),
  longitude: within(-180, 180, 0),
  /** What the place at the coordinates is called. */
  placeName: shortText(),
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

interface Reading {
  degrees: string;
  words: string;
  condition: Condition | undefined;
  place: string;
  /** Whose data it is, where that has to be said. */
  credit: string;
}

// Zero is written without a sign.
const shownIn = (unit: 'C' | 'F', celsius: number) =>
  `${Math.round(unit === 'C' ? celsius : (celsius * 9) / 5 + 32) + 0}°`;

/** The weather that a service told of the element's place; a sample where nobody has asked yet. */
function serviceReading(it: Weather['properties'], env: SceneEnv): Reading | undefined {
  const place = placeOfWeather(it);
  const known = env.data.weather;
  const found = place && (place.key in (known ?? {}) ? known?.[place.key] : known?.sample);
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
  const { celsius, words, isDay, credit } = found;
  if (typeof celsius !== 'number' || typeof words !== 'string') return undefined;
  const condition = conditionOf(words);
  return {
    degrees: shownIn(it.showIn, celsius),
    words,
    condition: condition === 'clear' && isDay === false ? 'night' : condition,
    place: place?.name ?? '',
    credit: typeof credit === 'string' && credit !== '' ? `Based on data from ${credit}` : '',
  };
}

/** The weather that the sign's own data holds; undefined when there is no temperature in it. */
function dataReading(it: Weather['properties'], env: SceneEnv): Reading | undefined {
  const text = (value: string) => resolveText(value, { ...env, markMissing: false }).trim();
  const written = text(it.temperature).replace(',', '.');
  const raw = trimEnd(written.replace(/[CF]$/i, ''), /[°\s]/);
  const degrees = /^[-−+]?\d+(\.\d+)?$/.test(raw) ? Number(raw.replace('−', '-')) : Number.NaN;
  if (!Number.isFinite(degrees)) return undefined;
  const words = text(it.condition);
  return {
    degrees: shownIn(it.showIn, it.unit === 'C' ? degrees : ((degrees - 32) * 5) / 9),
    words,
    condition: conditionOf(words),
    place: text(it.place),
    credit: '',
  };
}

const reading = ({ properties: it }: Weather, env: SceneEnv): Reading | undefined =>
  it.source === fromData ? dataReading(it, env) : serviceReading(it, env);

/** What the editor shows of an element without weather: what is the matter, and what helps. */
function emptyWords({ properties: it }: Weather): readonly [string, string] {
  if (it.source === fromData)
    return ['No weather data', 'Choose a place, or fill it from the data of the sign'];
  return placeOfWeather(it)
    ? ['No weather yet', 'It is shown once the weather service has answered']
    : ['No place yet', 'Enter the latitude and longitude'];
}

interface Plan {
  blocks: TextBlock[];
  icon?: Box;
  condition?: Condition | undefined;
}

/** Below everything, in the margin: licences ask for the name, not for its size. */
function creditBlock(credit: string, { width, height, styles }: Weather): TextBlock {
  const fontSize = Math.max(8, Math.min(height * 0.055, width / 30, 14));
  const box = {
    x: fontSize,
    y: height - fontSize * 1.7,
    width: width - 2 * fontSize,
    height: fontSize * 1.4,
  };
  return block(credit, box, styles, {
    fontSize,
    fontWeight: 400,
    opacity: 0.8,
    textAlign: 'right',
    singleLine: true,
  });
}

function layout(element: Weather, env: SceneEnv): Plan {
  const { styles, properties: it, width, height } = element;
  const pad = Math.min(readNumber(styles, 'padding', 24, 0, 200), height / 7, width / 10);
  const inner = { x: pad, y: pad, width: width - 2 * pad, height: height - 2 * pad };
  const found = reading(element, env);
  if (!found && env.hideEmpty) return { blocks: [] };
  if (!found) {
    const [what, help] = emptyWords(element);
    const fontSize = Math.max(11, Math.min(inner.height * 0.17, inner.width / 12));
    const half = { ...inner, height: inner.height / 2 };
    return {
      blocks: [
        block(what, half, styles, {
          fontSize,
          fontWeight: 600,
          textAlign: 'center',
          verticalAlign: 'bottom',
          singleLine: true,
        }),
        block(help, { ...half, y: inner.y + half.height + fontSize * 0.3 }, styles, {
          fontSize: fontSize * 0.72,
          textAlign: 'center',
          verticalAlign: 'top',
          opacity: 0.8,
        }),
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
  if (found.credit !== '') blocks.push(creditBlock(found.credit, element));
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

const units = [
  { value: 'F', label: 'Fahrenheit' },
  { value: 'C', label: 'Celsius' },
];

/** Where the weather comes from: what stands for no city first. */
const sources = [
  { value: fromData, label: 'The data of the sign' },
  { value: fromCoordinates, label: 'A place by its coordinates' },
  ...cities.map(({ id, name, region }) => ({
    value: id,
    label: name === region ? name : `${name}, ${region}`,
  })),
];

const degreesField = (key: string, label: string, most: number) =>
  ({
    target: 'properties',
    key,
    tab: 'content',
    kind: 'number',
    label,
    min: -most,
    max: most,
    step: 0.1,
    ...when('source', fromCoordinates),
  }) as const;

export const weather = defineElementType({
  type: 'weather',
  base: 'weather',
  label: 'Weather',
  description: 'Temperature and sky of a place, or of your data',
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
    choiceOf('source', 'Weather of', sources, 'content', {
      help: 'A place’s weather comes by itself, and published signs keep it up to date.',
    }),
    {
      ...degreesField('latitude', 'Latitude', 90),
      help: 'Degrees, such as 25.7743; south is negative. Maps show it with a right click.',
    },
    { ...degreesField('longitude', 'Longitude', 180), help: 'Degrees, such as -80.1937; west is negative' },
    textField('placeName', 'Name of the place', 'content', when('source', fromCoordinates)),
    textField('temperature', 'Temperature', 'content', {
      help: 'A figure, or a field of what fills the sign (a webhook’s payload, a row of a file)',
      ...when('source', fromData),
    }),
    choiceOf('unit', 'It comes in', units, 'content', when('source', fromData)),
    choiceOf('showIn', 'Shown in', units),
    textField('condition', 'Sky', 'content', {
      help: 'Such as Clear, Light rain or Partly cloudy',
      ...when('source', fromData),
    }),
    textField('place', 'Place', 'content', when('source', fromData)),
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
      ? [found.place, found.degrees, found.words, found.credit].filter(Boolean).join(', ')
      : emptyWords(element).join('. ');
  },
  textLines: (ctx, element, env) => blockLines(ctx, layout(element, env).blocks, env),
});

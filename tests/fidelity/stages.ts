import { PNG } from 'pngjs';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import { chartAskedBy } from '#shared/model/sign-reports.ts';
import type { Scene } from '#shared/scene/env.ts';
import { elementTypes, newElement } from '#shared/scene/registry.ts';
import { sampleData } from '#shared/scene/variables.ts';

/* Each element type and effect as the palette places it, on a stage of its own. */

/** Room around an element for its shadow, in px. */
const margin = 24;

/** A picture with soft shades, hard edges and fine grain, for the types that show one; a longer address is no source. */
function picture(): string {
  const [width, height] = [160, 120];
  const png = new PNG({ width, height });
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [x, y] = [2 * column, 2 * row];
      const isSun = Math.hypot(x - 210, y - 90) < 42;
      const isHill = y > 170 + Math.sin(x / 37) * 22;
      const grain = ((x * 7919 + y * 104_729) % 13) - 6;
      const [r, g, b] = isHill ? [38, 60, 74] : isSun ? [255, 236, 190] : [60 + y * 0.7, 80 + y * 0.4, 150];
      png.data.set(
        [r! + grain, g! + grain, b! + grain, 255].map((v) => Math.max(0, Math.min(255, v))),
        (row * width + column) * 4,
      );
    }
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
}

const shown = picture();
/** Properties that hold the address of a picture, by their name. */
const pictureKeys = ['src', 'imageUrl', 'poster', 'fallbackUrl'];
/** White things on nothing want a ground that shows them. */
const onDark = new Set(['snow_animation']);

export const typeNames: readonly string[] = elementTypes.map(({ type }) => type);
export const effectNames: readonly string[] = elementTypes
  .filter(({ category }) => category === 'Effects')
  .map(({ type }) => type);

/** Figures of the chart as the palette places it, as the product tells them. */
const chart = {
  key: chartAskedBy(newElement('report_chart', { id: 'elm_chart', x: 0, y: 0, layerOrder: 0 }).properties)
    .key,
  problem: '',
  rows: [
    { label: 'Maya Chen', value: 12 },
    { label: 'Alex Morgan', value: 7 },
  ],
  total: 19,
};

/** What the scene's data is on every stage. */
export const stageData: Record<string, unknown> = {
  ...sampleData,
  external: { weather: { temperature: '72', condition: 'partly cloudy', place: 'Tampa' } },
  reports: { [chart.key]: chart },
  floor: {
    at: '2026-11-27T15:00:00.000Z',
    signedIn: 1,
    states: [{ state: 'onCall', count: 1, since: null }],
    agents: [{ state: 'onCall', label: 'On a call', color: '#228be6', since: '2026-11-27T14:58:00.000Z' }],
    calls: 1,
    waiting: { count: 0, since: null },
    serviceLevel: 0.86,
  },
};

const even = (px: number) => 2 * Math.ceil(px / 2);

export function stageOf(type: string): Scene {
  const element = newElement(type, { id: `elm_${type}`, x: margin, y: margin, layerOrder: 0 });
  const properties: Element['properties'] = { ...element.properties };
  for (const key of pictureKeys)
    if (key in properties && !(key === 'src' && element.elementType.startsWith('video')))
      properties[key] = shown;
  if (type === 'image_carousel') properties.slides = [{ src: shown, alt: '', caption: 'The view from here' }];
  const { width, height } = element.size;
  return {
    canvasSize: { width: even(width + 2 * margin), height: even(height + 2 * margin) },
    canvasBackground: { type: 'solid', color: onDark.has(type) ? '#24365f' : '#f4f6fa' },
    elements: [{ ...element, properties }],
  };
}

/** One text of many styles: several fonts and sizes in a line, a merge field and marks. */
export function richStage(type: string): Scene {
  const scene = stageOf(type);
  const text = 'Call {lead.firstName} today, and save 40 %\non everything here';
  const part = (words: string, style: JsonMap) => {
    const start = text.indexOf(words);
    return { start, end: start + words.length, ...style };
  };
  const runs: JsonMap[] = [
    part('{lead.firstName}', { weight: 800, color: '#d6336c', underline: true }),
    part('save ', { italic: true }),
    part('40 %', { scale: 2, weight: 900, color: '#0b7285' }),
    part('every', { font: 'Playfair Display', strike: true }),
    part('here', { weight: 700, color: '#5f3dc4' }),
  ];
  const [element] = scene.elements;
  const properties = { ...element!.properties, text, runs, textAlign: 'justify' };
  const styles = { ...element!.styles, fontSize: 28, fitText: true };
  const size = { width: 420, height: 150 };
  const canvasSize = { width: size.width + 2 * margin, height: size.height + 2 * margin };
  return { ...scene, canvasSize, elements: [{ ...element!, size, properties, styles }] };
}

/** An effect over the whole of a screen, as signs show it. */
export function fullScreen(type: string): Scene {
  const scene = stageOf(type);
  const size = { width: 1920, height: 1080 };
  const [element] = scene.elements;
  const position = { ...element!.position, x: 0, y: 0 };
  return { ...scene, canvasSize: size, elements: [{ ...element!, position, size }] };
}

import type { Element, ProjectFields } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';

type DemoElement = Omit<Element, 'id' | 'version'>;
type Map = Element['properties'];

export interface DemoProject {
  fields: Partial<ProjectFields>;
  elements: DemoElement[];
}

/** One element on its layer: the type's own defaults, then what is given. */
export function layer(
  type: string,
  box: [number, number, number, number],
  properties: Map,
  styles: Map = {},
): DemoElement {
  const [x, y, width, height] = box;
  const element = newElement(type, { id: 'elm_demo', x, y, layerOrder: 0 });
  const { id: _id, version: _version, ...fields } = element;
  return {
    ...fields,
    size: { width, height },
    properties: { ...fields.properties, ...properties },
    styles: { ...fields.styles, ...styles },
  };
}

export const stacked = (elements: DemoElement[]) =>
  elements.map((element, layerOrder) => ({ ...element, layerOrder }));
export const gradient = (css: string) => ({ type: 'gradient' as const, gradient: css });

/** A deal has closed: what the office sees. */
function dealClosed(art: Record<string, string>): DemoProject {
  const centred = { textAlign: 'center' };
  return {
    fields: {
      name: 'Deal closed',
      description: 'Celebrates a closed deal on the office screens',
      canvasBackground: gradient('radial-gradient(circle at 50% 42%, #24365f 0%, #131d38 55%, #0a1124 100%)'),
      variables: ['rep.name', 'lead.name', 'lead.dealAmount'],
    },
    elements: stacked([
      layer('image', [160, -614, 1600, 1600], { src: art.sunburst!, alt: '', objectFit: 'contain' }),
      layer('image', [0, 0, 1920, 1080], { src: art.confetti!, alt: '', objectFit: 'cover' }),
      layer('image', [870, 96, 180, 180], { src: art.bell!, alt: 'A bell', objectFit: 'contain' }),
      layer(
        'text',
        [360, 300, 1200, 60],
        { text: 'DEAL CLOSED', ...centred },
        { fontSize: 40, fontWeight: 700, letterSpacing: 14, color: '#ffd27a' },
      ),
      layer(
        'gradient_text',
        [160, 366, 1600, 250],
        {
          text: '$48,200',
          gradient: 'linear-gradient(180deg, #ffffff 10%, #ffd27a 60%, #f5a524 100%)',
          ...centred,
        },
        { fontFamily: 'Poppins', fontSize: 220, fontWeight: 700, lineHeight: 1.1, letterSpacing: -6 },
      ),
      layer(
        'text',
        [160, 650, 1600, 100],
        { text: 'Maya Chen closed Hartwell Homes', ...centred },
        { fontSize: 68, fontWeight: 700, lineHeight: 1.2, color: '#ffffff', letterSpacing: -1 },
      ),
      layer(
        'text',
        [360, 752, 1200, 54],
        { text: 'Three calls, one site visit, signed before lunch', ...centred },
        { fontSize: 34, color: '#b9c6e2' },
      ),
      layer('shape', [660, 872, 600, 92], { shape: 'rectangle', fill: '#ffffff1a', cornerRadius: 46 }),
      layer(
        'text',
        [660, 872, 600, 92],
        { text: '{company.name}  ·  {system.time}', ...centred },
        { fontSize: 32, fontWeight: 600, color: '#ffffff', verticalAlign: 'middle' },
      ),
    ]),
  };
}

interface Row {
  name: string;
  deals: string;
  amount: string;
  share: number;
}

const week: Row[] = [
  { name: 'Maya Chen', deals: '9 deals', amount: '$214,500', share: 1 },
  { name: 'Luis Ortega', deals: '7 deals', amount: '$176,900', share: 0.82 },
  { name: 'Priya Nair', deals: '6 deals', amount: '$151,300', share: 0.71 },
  { name: 'Tom Becker', deals: '4 deals', amount: '$98,750', share: 0.46 },
];

/** The week's standing, for the screen above the call desks. */
function leaderboard(): DemoProject {
  const rows = week.flatMap(({ name, deals, amount, share }, at) => {
    const y = 330 + at * 158;
    const ink = at === 0 ? '#8a5a00' : '#33415f';
    return [
      layer('shape', [120, y, 1680, 134], {
        shape: 'rectangle',
        fill: at === 0 ? '#fff4dc' : '#ffffff',
        cornerRadius: 24,
        stroke: at === 0 ? '#f5a524' : '#dfe5ef',
        strokeWidth: 2,
      }),
      layer('shape', [156, y + 31, 72, 72], { shape: 'circle', fill: at === 0 ? '#f5a524' : '#e8edf6' }),
      layer(
        'text',
        [156, y + 31, 72, 72],
        { text: String(at + 1), textAlign: 'center' },
        { fontSize: 34, fontWeight: 700, verticalAlign: 'middle', color: at === 0 ? '#ffffff' : ink },
      ),
      layer(
        'text',
        [262, y + 24, 620, 52],
        { text: name },
        { fontSize: 42, fontWeight: 700, color: '#131d38' },
      ),
      layer('text', [262, y + 78, 620, 36], { text: deals }, { fontSize: 26, color: '#66748f' }),
      layer('shape', [900, y + 57, 520, 20], { shape: 'rectangle', fill: '#e8edf6', cornerRadius: 10 }),
      layer('shape', [900, y + 57, Math.round(520 * share), 20], {
        shape: 'rectangle',
        fillType: 'gradient',
        gradient:
          at === 0 ? 'linear-gradient(90deg, #ffcf70, #f5a524)' : 'linear-gradient(90deg, #8fb1f5, #4e7fe6)',
        cornerRadius: 10,
      }),
      layer(
        'text',
        [1450, y + 36, 310, 62],
        { text: amount, textAlign: 'right' },
        { fontSize: 46, fontWeight: 700, color: ink, verticalAlign: 'middle' },
      ),
    ];
  });
  return {
    fields: {
      name: 'Leaderboard of the week',
      description: 'Who closed what since Monday',
      canvasBackground: gradient('linear-gradient(180deg, #f7f9fc 0%, #e9eef7 100%)'),
      variables: ['company.name', 'system.date'],
    },
    elements: stacked([
      layer('shape', [120, 96, 12, 168], { shape: 'rectangle', fill: '#f5a524', cornerRadius: 6 }),
      layer(
        'text',
        [164, 90, 1200, 110],
        { text: 'This week on the floor' },
        {
          fontFamily: 'Poppins',
          fontSize: 84,
          fontWeight: 700,
          color: '#131d38',
          letterSpacing: -2,
          lineHeight: 1.2,
        },
      ),
      layer(
        'text',
        [168, 206, 900, 50],
        { text: '{company.name} · {system.date}' },
        { fontSize: 34, color: '#66748f' },
      ),
      ...rows,
    ]),
  };
}

/** What visitors see in the lobby. */
function welcome(art: Record<string, string>): DemoProject {
  return {
    fields: {
      name: 'Lobby welcome',
      description: 'Greets visitors with the time and the way in',
      canvasBackground: { type: 'image', imageUrl: art.hills! },
      variables: ['company.name', 'system.time'],
    },
    elements: stacked([
      layer(
        'text',
        [120, 110, 1100, 64],
        { text: 'Good to see you' },
        { fontSize: 48, fontWeight: 600, color: '#ffe7c2' },
      ),
      layer(
        'shadow_text',
        [112, 170, 1500, 330],
        { text: 'Welcome to\n{company.name}' },
        {
          fontFamily: 'Playfair Display',
          fontSize: 132,
          fontWeight: 700,
          lineHeight: 1.12,
          color: '#ffffff',
        },
      ),
      layer(
        'text',
        [120, 520, 900, 110],
        { text: 'Please take a seat. Somebody will be with you in a minute, and the coffee is on the left.' },
        { fontSize: 38, lineHeight: 1.4, color: '#fff3df' },
      ),
      layer(
        'text',
        [1300, 96, 500, 130],
        { text: '{system.time}', textAlign: 'right' },
        { fontSize: 96, fontWeight: 600, color: '#ffffff' },
      ),
      layer(
        'button',
        [120, 674, 380, 92],
        { text: 'Who we are', href: 'https://example.com', target: '_blank' },
        {
          fontSize: 36,
          borderRadius: 46,
          backgroundColor: 'linear-gradient(180deg, #ffc35c 0%, #f5a524 100%)',
          color: '#2a1a00',
        },
      ),
    ]),
  };
}

export const demoProjects = (art: Record<string, string>): DemoProject[] => [
  welcome(art),
  leaderboard(),
  dealClosed(art),
];

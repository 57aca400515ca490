import { gradient, layer, stacked } from './projects.ts';
import { block, type DemoTemplate, words } from './template-parts.ts';
import { leaderboard, salesFloor, teamGoal } from './wallboards.ts';

/** Greets one visitor by name, with the time, the weather and the way in. */
const visitor = (): DemoTemplate => ({
  fields: {
    name: 'Visitor welcome',
    description: 'Greets a visitor by name in the lobby, with the time and the way in',
    category: 'welcome_screen',
    tags: ['lobby', 'visitor'],
    variables: ['lead.name', 'company.name', 'system.time'],
  },
  data: {
    canvasBackground: gradient('linear-gradient(135deg, #06313a 0%, #0b5560 55%, #148071 100%)'),
    elements: stacked([
      layer('shape', [1230, -260, 1100, 1100], { shape: 'circle', fill: '#ffffff0d' }),
      layer('shape', [1480, 360, 900, 900], { shape: 'circle', fill: '#ffffff0d' }),
      block([140, 372, 96, 8], '#f4c95d', 4),
      words([140, 96, 900, 56], '{company.name}', { fontSize: 38, fontWeight: 600, color: '#d7f0ea' }),
      words(
        [1300, 84, 480, 84],
        '{system.time}',
        { fontSize: 60, fontWeight: 600, color: '#ffffff' },
        'right',
      ),
      words([132, 404, 1400, 300], 'Welcome,\n{lead.name}', {
        fontFamily: 'Playfair Display',
        fontSize: 128,
        fontWeight: 700,
        lineHeight: 1.14,
        color: '#ffffff',
      }),
      words(
        [140, 726, 1060, 110],
        'Please sign in at the desk. {rep.name} knows you are here and will be with you in a moment.',
        { fontSize: 36, lineHeight: 1.45, color: '#c6e4de' },
      ),
      block([140, 904, 760, 92], '#ffffff1f', 46),
      words(
        [140, 904, 760, 92],
        'Wi-Fi  Guest   ·   Coffee on the left',
        { fontSize: 32, fontWeight: 600, color: '#ffffff', verticalAlign: 'middle' },
        'center',
      ),
      layer('qr_code', [1540, 756, 240, 240], { text: 'https://example.com/sign-in' }, { borderRadius: 20 }),
    ]),
  },
});

/** A deal has closed: amount, rep and confetti. */
export const celebration = (): DemoTemplate => ({
  fields: {
    name: 'Deal of the day',
    description: 'Rings the bell for a closed deal with the rep, the customer and the amount',
    category: 'celebration',
    tags: ['deal', 'sales floor'],
    variables: ['rep.name', 'rep.photo', 'lead.name', 'lead.dealAmount'],
  },
  data: {
    canvasBackground: gradient('radial-gradient(circle at 30% 40%, #7c2fd0 0%, #4a1496 45%, #1f0a4d 100%)'),
    elements: stacked([
      layer('shape', [110, 160, 760, 760], { shape: 'circle', fill: '#ffffff14' }),
      layer('sales_rep_photo', [190, 240, 600, 600], {
        frame: 'circle',
        frameColor: '#ffd166',
        frameWidth: 12,
      }),
      layer('confetti', [0, 0, 1920, 1080], {}),
      block([950, 216, 356, 64], '#ffd166', 32),
      words(
        [950, 216, 356, 64],
        'DEAL OF THE DAY',
        { fontSize: 28, fontWeight: 800, letterSpacing: 2, color: '#3a0f7a', verticalAlign: 'middle' },
        'center',
      ),
      layer(
        'gradient_text',
        [940, 316, 940, 210],
        {
          text: '{lead.dealAmount}',
          textAlign: 'left',
          gradient: 'linear-gradient(180deg, #ffffff 20%, #ffd166 100%)',
        },
        { fontFamily: 'Poppins', fontSize: 150, fontWeight: 700, lineHeight: 1.2, letterSpacing: -4 },
      ),
      words([950, 540, 880, 200], '{rep.name} closed {lead.name}', {
        fontSize: 72,
        fontWeight: 700,
        lineHeight: 1.2,
        letterSpacing: -1,
        color: '#ffffff',
      }),
      words([950, 790, 880, 60], 'Give them a hand on your way past.', { fontSize: 38, color: '#d9c6ff' }),
    ]),
  },
});

/** An offer in two halves. */
const promotion = (): DemoTemplate => ({
  fields: {
    name: 'Spring offer',
    description: 'One offer, one number, one code to scan',
    category: 'promotion',
    tags: ['offer', 'campaign'],
    variables: ['company.name'],
  },
  data: {
    canvasBackground: { type: 'solid', color: '#fff6e6' },
    elements: stacked([
      layer('shape', [1080, 0, 840, 1080], {
        shape: 'rectangle',
        fillType: 'gradient',
        gradient: 'linear-gradient(160deg, #ff8a5c 0%, #f2545b 60%, #c9306b 100%)',
      }),
      layer('shape', [1660, -140, 420, 420], { shape: 'circle', fill: '#ffd166' }),
      layer('shape', [1000, 820, 340, 340], { shape: 'circle', fill: '#ffffff24' }),
      words([130, 120, 860, 56], '{company.name}', { fontSize: 36, fontWeight: 700, color: '#c9306b' }),
      words([126, 290, 900, 250], 'Spring is a good time to switch', {
        fontFamily: 'Poppins',
        fontSize: 104,
        fontWeight: 700,
        lineHeight: 1.12,
        letterSpacing: -3,
        color: '#2b1a2f',
      }),
      words(
        [130, 570, 820, 120],
        'Book a visit before the end of the month and the first three months are on us.',
        { fontSize: 38, lineHeight: 1.45, color: '#6b5560' },
      ),
      layer(
        'button',
        [130, 760, 420, 104],
        { text: 'Book a visit', href: 'https://example.com', target: '_blank' },
        {
          fontSize: 38,
          borderRadius: 52,
          backgroundColor: 'linear-gradient(180deg, #f2545b 0%, #c9306b 100%)',
          color: '#ffffff',
        },
      ),
      words(
        [1130, 200, 740, 320],
        '3 free',
        {
          fontFamily: 'Poppins',
          fontSize: 210,
          fontWeight: 700,
          letterSpacing: -8,
          lineHeight: 1.2,
          color: '#ffffff',
        },
        'center',
      ),
      words([1130, 450, 740, 80], 'months', { fontSize: 64, fontWeight: 600, color: '#ffe3d6' }, 'center'),
      block([1340, 600, 320, 320], '#ffffff', 32),
      layer('qr_code', [1364, 624, 272, 272], { text: 'https://example.com/spring' }, { borderRadius: 12 }),
      words(
        [1130, 944, 740, 50],
        'Scan to book',
        { fontSize: 34, fontWeight: 600, color: '#ffffff' },
        'center',
      ),
    ]),
  },
});

/** What everybody must see at once. */
const emergency = (): DemoTemplate => {
  const stripe = (x: number) => ({
    ...layer('shape', [x, -60, 62, 240], { shape: 'rectangle', fill: '#161616' }),
    rotation: 38,
  });
  return {
    fields: {
      name: 'Building alert',
      description: 'Large, plain and readable from across the hall; publish it with EMERGENCY priority',
      category: 'emergency',
      tags: ['safety', 'evacuation'],
      variables: ['company.name', 'system.time'],
    },
    data: {
      canvasBackground: { type: 'solid', color: '#b3121d' },
      elements: stacked([
        block([0, 0, 1920, 120], '#ffd21f'),
        ...Array.from({ length: 17 }, (_, at) => stripe(at * 124 - 30)),
        // Covers the stripes' lower ends, so that they stand in a band.
        block([0, 120, 1920, 130], '#b3121d'),
        layer('shape', [150, 360, 380, 340], { shape: 'triangle', fill: '#ffd21f' }),
        words(
          [150, 440, 380, 250],
          '!',
          { fontSize: 230, fontWeight: 800, lineHeight: 1.1, color: '#161616' },
          'center',
        ),
        words([610, 310, 1220, 250], 'Leave the building now', {
          fontSize: 112,
          fontWeight: 800,
          lineHeight: 1.08,
          letterSpacing: -3,
          color: '#ffffff',
        }),
        words(
          [614, 580, 1180, 180],
          'Use the stairs, not the lifts. Meet at the assembly point in the north car park.',
          { fontSize: 46, lineHeight: 1.4, fontWeight: 500, color: '#ffe1e3' },
        ),
        block([0, 880, 1920, 200], '#7d0a12'),
        words([150, 880, 1100, 200], 'Follow the wardens in yellow vests', {
          fontSize: 46,
          fontWeight: 700,
          color: '#ffffff',
          verticalAlign: 'middle',
        }),
        words(
          [1270, 880, 500, 200],
          '{system.time}',
          { fontSize: 64, fontWeight: 700, color: '#ffd21f', verticalAlign: 'middle' },
          'right',
        ),
      ]),
    },
  };
};

/** The numbers of the week in three figures and two charts. */
const numbers = (): DemoTemplate => {
  const figure = (x: number, label: string, value: string, note: string) => [
    layer('shape', [x, 250, 540, 230], {
      shape: 'rectangle',
      fill: '#ffffff',
      cornerRadius: 24,
      stroke: '#e3e8f1',
      strokeWidth: 2,
    }),
    words([x + 40, 282, 460, 40], label, { fontSize: 28, fontWeight: 600, color: '#64748b' }),
    words([x + 38, 322, 460, 100], value, {
      fontSize: 80,
      fontWeight: 800,
      letterSpacing: -2,
      lineHeight: 1.2,
      color: '#0f1d3a',
    }),
    words([x + 40, 422, 460, 40], note, { fontSize: 26, fontWeight: 600, color: '#0d9467' }),
  ];
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
  const chart = { fontSize: 26, borderRadius: 24 };
  return {
    fields: {
      name: 'Numbers of the week',
      description: 'Three figures and two charts for the screen in the meeting room',
      category: 'informational',
      tags: ['figures', 'meeting'],
      variables: ['company.name', 'system.date'],
    },
    data: {
      canvasBackground: gradient('linear-gradient(180deg, #f5f8fd 0%, #e7edf7 100%)'),
      elements: stacked([
        words([120, 70, 1200, 90], 'Numbers of the week', {
          fontFamily: 'Poppins',
          fontSize: 72,
          fontWeight: 700,
          letterSpacing: -2,
          color: '#0f1d3a',
        }),
        words([122, 162, 1000, 50], '{company.name}', { fontSize: 32, color: '#64748b' }),
        words(
          [1200, 96, 600, 60],
          '{system.date}',
          { fontSize: 36, fontWeight: 600, color: '#64748b' },
          'right',
        ),
        ...figure(120, 'Calls', '1,284', '12% more than last week'),
        ...figure(690, 'Site visits', '96', '8% more than last week'),
        ...figure(1260, 'Deals', '31', '5 more than last week'),
        layer(
          'bar_chart',
          [120, 520, 825, 490],
          {
            title: 'Calls by day',
            legend: 'none',
            data: [248, 262, 281, 244, 249].map((value, at) => ({ label: days[at]!, value })),
          },
          chart,
        ),
        layer(
          'line_chart',
          [975, 520, 825, 490],
          {
            title: 'Revenue in thousands',
            legend: 'none',
            series: [{ name: 'Revenue', color: '' }],
            data: [38, 52, 47, 71, 86].map((value, at) => ({ label: days[at]!, value })),
          },
          chart,
        ),
      ]),
    },
  };
};

/** One template for each of the occasions that come up first. */
export const demoTemplates = (): DemoTemplate[] => [
  salesFloor(),
  leaderboard(),
  teamGoal(),
  numbers(),
  emergency(),
  promotion(),
  celebration(),
  visitor(),
];

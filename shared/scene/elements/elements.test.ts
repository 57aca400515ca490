import { describe, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { drawElement, sceneTextLines } from '../draw.ts';
import type { SceneEnv, SceneImage } from '../env.ts';
import { formatClock, shortUrl } from '../media-time.ts';
import { parseMoment } from '../moment.ts';
import { imagesOf, mediaOf } from '../needs.ts';
import { clipTime, isPlaying } from '../paint/video.ts';
import { conditionOf } from '../paint/weather-icons.ts';
import { elementTypes, newElement } from '../registry.ts';
import { stillUntil } from '../stillness.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { testElement, testEnv, testImage } from '../testing/scene-env.ts';
import { carouselAt } from './image-carousel.ts';
import { pictureBox } from './video-player.ts';

const sceneOf = (...elements: Element[]) => ({
  canvasSize: { width: 1000, height: 1000 },
  canvasBackground: { type: 'solid' as const, color: '#ffffff' },
  elements,
});
const textsOf = (element: Element, env: SceneEnv) =>
  sceneTextLines(recordingContext().ctx, sceneOf(element), env).map(({ text }) => text);
const imagesDrawn = (element: Element, env: SceneEnv) => {
  const recording = recordingContext();
  drawElement(recording.ctx, element, env);
  return recording.named('drawImage').map(([, image]) => image);
};
const filled = (element: Element, env: SceneEnv) => {
  const recording = recordingContext();
  drawElement(recording.ctx, element, env);
  return recording.named('fill');
};

it('has every type of the specification with its base, size and Pro flag', () => {
  const rows = elementTypes.map(({ type, base, size, isPro }) => [
    type,
    base,
    size.width,
    size.height,
    isPro ?? false,
  ]);
  expect(rows).toEqual(
    expect.arrayContaining([
      ['standard_photo', 'standard_photo', 400, 300, false],
      ['sales_rep_photo', 'image', 480, 480, false],
      ['image_carousel', 'image', 800, 400, false],
      ['video', 'video', 640, 360, false],
      ['video_player', 'video', 800, 450, true],
      ['audio_player', 'video', 400, 120, true],
      ['pie_chart', 'chart', 400, 400, false],
      ['bar_chart', 'chart', 600, 400, false],
      ['line_chart', 'chart', 600, 400, false],
      ['contact_form', 'button', 400, 500, false],
      ['survey_form', 'button', 600, 400, true],
      ['accordion', 'animation', 400, 300, false],
      ['tabs', 'animation', 500, 300, false],
      ['image_hotspot', 'animation', 500, 350, true],
    ]),
  );
  for (const name of ['qr_code', 'timer', 'weather', 'confetti'])
    expect(newElement(name, { id: 'x', x: 0, y: 0, layerOrder: 0 }).elementType).toBe(name);
});

describe('a text whose fields nothing fills', () => {
  const text = (text: string, runs: object[] = []) =>
    testElement('text', { properties: { text, runs }, styles: { backgroundColor: '#112233' } } as never);
  const shown = (element: Element) =>
    textsOf(element, testEnv({ data: { lead: { name: 'Ada' } }, hideEmpty: true }));

  it('loses the lines that say nothing without them, and no others', () => {
    expect(shown(text('{rep.name} closed it\nfor {lead.name}\nby {{ rep.email }}\n{rep.photo}'))).toEqual([
      'for Ada',
    ]);
    expect(shown(text('{rep.name} closed {lead.name}'))).toEqual([expect.stringMatching(/closed Ada$/)]);
    expect(shown(text('Well done'))).toEqual(['Well done']);
  });

  it('keeps the styles of what stays in their places', () => {
    const bold = [{ start: 11, end: 22, weight: 700 }];
    expect(shown(text('{rep.name}\n{lead.name}', bold))).toEqual(['Ada']);
    // A run that lies outside of the text is none: its fields are filled all the same.
    expect(shown(text('{lead.name}', [{ start: 90, end: 99, weight: 700 }]))).toEqual(['Ada']);
  });

  it('is no empty box either', () => {
    const box = text('{rep.name}');
    expect(filled(box, testEnv({ data: {} })).length).toBeGreaterThan(0);
    expect(filled(box, testEnv({ data: {}, hideEmpty: true }))).toEqual([]);
  });
});

describe('a standard photo', () => {
  const url = 'https://example.com/p.jpg';
  const photo = (properties = {}) =>
    testElement('standard_photo', { properties: { imageUrl: url, ...properties } });
  const env = (answer: SceneImage) => testEnv({ images: { [url]: answer } });
  const loading: SceneImage = { state: 'loading', width: 0, height: 0 };

  it.each([
    [{ imageUrl: '' }, loading, ['No image selected']],
    [{ imageUrl: 'ftp://x' }, loading, ['No image selected']],
    [{ imageUrl: '', showPlaceholder: false }, loading, []],
    [{}, loading, ['Loading…']],
    [{ showLoadingState: false }, loading, []],
    [{}, { ...loading, state: 'error', reason: 'failed' }, ['Image failed to load']],
    [{ errorText: 'Sorry' }, { ...loading, state: 'error', reason: 'failed' }, ['Sorry']],
    [
      {},
      { ...loading, state: 'error', reason: 'timeout' },
      ['Loading timeout', 'Image took too long to load'],
    ],
    [{ errorFallback: false }, { ...loading, state: 'error', reason: 'failed' }, []],
  ] as [object, SceneImage, string[]][])('%j says what it shows', (properties, answer, texts) => {
    expect(textsOf(photo(properties), env(answer))).toEqual(texts);
  });

  it('waits as long as it is told, and moves only while it loads', () => {
    const asked: unknown[] = [];
    const assets = {
      image: (_: string, options?: object) => {
        asked.push(options);
        return loading;
      },
    };
    const moving = testEnv({ t: 3, assets });
    expect(stillUntil(sceneOf(photo({ loadingTimeout: 4000 })), moving)).toBe(3);
    expect(asked).toContainEqual({ timeout: 4000 });
    expect(stillUntil(sceneOf(photo()), env(testImage(10, 10)))).toBe(Infinity);
  });
});

describe('a rep photo', () => {
  const [own, rep, spare] = ['https://x/own.jpg', 'https://x/rep.jpg', 'https://x/spare.jpg'] as const;
  const images = { [own]: testImage(1, 1), [rep]: testImage(2, 2), [spare]: testImage(3, 3) };
  const photo = (properties = {}) =>
    testElement('sales_rep_photo', { properties: { imageUrl: own, fallbackUrl: spare, ...properties } });
  const data = { rep: { photo: rep, email: 'sam@example.com', name: 'Sam' } };

  it('is the one of the record, else its own, else the fallback, else a notice', () => {
    expect(imagesDrawn(photo(), testEnv({ data, images }))).toEqual([images[rep].image]);
    expect(imagesDrawn(photo({ autoFill: false }), testEnv({ data, images }))).toEqual([images[own].image]);
    expect(imagesDrawn(photo({ repEmail: 'ana@example.com' }), testEnv({ data, images }))).toEqual([
      images[own].image,
    ]);
    expect(imagesDrawn(photo({ repEmail: 'SAM@example.com' }), testEnv({ data, images }))).toEqual([
      images[rep].image,
    ]);
    const onlySpare = { [spare]: images[spare] };
    expect(imagesDrawn(photo(), testEnv({ data, images: onlySpare }))).toEqual([images[spare].image]);
    expect(textsOf(photo(), testEnv({ data, images: {} }))).toEqual(['No Image']);
  });

  it('is nothing at all on a wall where there is none', () => {
    const onWall = testEnv({ data, images: {}, hideEmpty: true });
    expect(textsOf(photo(), onWall)).toEqual([]);
    expect(filled(photo(), testEnv({ data, images: {} })).length).toBeGreaterThan(0);
    expect(filled(photo(), onWall)).toEqual([]);
  });

  it('takes the field that a webhook names', () => {
    const external = { external: { face: rep } };
    expect(imagesDrawn(photo({ webhookVariable: 'face' }), testEnv({ data: external, images }))).toEqual([
      images[rep].image,
    ]);
  });
});

describe('a carousel', () => {
  const it_ = {
    slides: [1, 2, 3].map((i) => ({ src: `https://x/${i}`, alt: '', caption: '' })),
    autoPlay: true,
    interval: 3000,
    transition: 'slide' as const,
    transitionDuration: 600,
    infiniteLoop: true,
    showIndicators: true,
    showArrows: true,
    objectFit: 'cover' as const,
  };

  it('shows the slide of the moment, however one came there', () => {
    expect(carouselAt(0, it_)).toMatchObject({ index: 0, progress: 0, until: 2.4 });
    expect(carouselAt(2.7, it_)).toMatchObject({ index: 0, next: 1, progress: expect.closeTo(0.5, 9) });
    expect(carouselAt(3, it_)).toMatchObject({ index: 1, progress: 0 });
    expect(carouselAt(9.1, it_)).toMatchObject({ index: 0 });
    expect(carouselAt(9.1, { ...it_, infiniteLoop: false })).toMatchObject({ index: 2, until: Infinity });
    expect(carouselAt(9.1, { ...it_, autoPlay: false })).toMatchObject({ index: 0, until: Infinity });
    expect(carouselAt(100, { ...it_, slides: [] })).toMatchObject({ index: 0, until: Infinity });
  });

  it('asks for all its pictures', () => {
    const element = testElement('image_carousel', { properties: { slides: it_.slides } });
    expect(imagesOf(sceneOf(element), testEnv())).toHaveLength(3);
  });
});

describe('a video', () => {
  const src = 'https://x/v.mp4';

  it('loops, ends at its beginning, and keeps its speed', () => {
    const play = { autoplay: true, loop: true, playbackRate: 2 };
    expect(clipTime(6, play, 10)).toBe(2);
    expect(clipTime(6, { ...play, loop: false }, 10)).toBe(0);
    expect(clipTime(6, play, undefined)).toBe(12);
    expect(clipTime(6, { ...play, autoplay: false }, 10)).toBe(0);
    expect(isPlaying(6, { ...play, loop: false }, 10)).toBe(false);
  });

  it('is asked for its frame at the time of the clip', () => {
    const asked: [string, number][] = [];
    const frame = (url: string, time: number) => {
      asked.push([url, time]);
      return testImage(16, 9);
    };
    const assets = { image: () => testImage(1, 1), frame, duration: () => 10 };
    const element = testElement('video', { properties: { src, playbackRate: 1.5 } });
    expect(imagesDrawn(element, testEnv({ t: 8, assets }))).toHaveLength(1);
    expect(asked.at(-1)).toEqual([src, 2]);
    const background = { type: 'video' as const, url: src };
    expect(mediaOf({ ...sceneOf(element), canvasBackground: background }, testEnv())).toMatchObject([
      { url: src, loop: true, muted: true },
      { url: src, elementId: 'el_video', playbackRate: 1.5 },
    ]);
  });

  it('shows its clock once a second where there are no frames', () => {
    const element = testElement('video', { properties: { src, poster: 'https://x/p.jpg' } });
    const images = { 'https://x/p.jpg': testImage(16, 9) };
    expect(stillUntil(sceneOf(element), testEnv({ t: 3.4, images }))).toBe(4);
    expect(textsOf(element, testEnv({ t: 83, images }))).toEqual(['1:23']);
  });

  it('lies in its box by its ratio', () => {
    expect(pictureBox({ width: 800, height: 450 }, { aspectRatio: '1:1', maxWidth: 0 })).toMatchObject({
      x: 175,
      width: 450,
    });
    expect(pictureBox({ width: 800, height: 800 }, { aspectRatio: '16:9', maxWidth: 0 })).toMatchObject({
      y: 175,
      height: 450,
    });
    expect(pictureBox({ width: 800, height: 450 }, { aspectRatio: 'auto', maxWidth: 400 })).toMatchObject({
      x: 200,
      width: 400,
    });
  });

  it('shows times and addresses as specified', () => {
    expect([0, 9, 75, 3599, 3600, 36_061, Number.NaN].map(formatClock)).toEqual([
      '0:00',
      '0:09',
      '1:15',
      '59:59',
      '1:00:00',
      '10:01:01',
      '0:00',
    ]);
    expect(shortUrl(`https://x/${'a'.repeat(60)}`)).toBe(`https://x/${'a'.repeat(40)}…`);
    expect(shortUrl('https://x/a')).toBe('https://x/a');
  });
});

describe('a timer', () => {
  const shown = (properties: object, t: number, data = {}) =>
    textsOf(
      testElement('timer', { properties: { label: '', showUnits: false, ...properties } as never }),
      testEnv({ t, data }),
    ).join('');

  it('counts minutes down from the beginning of the scene', () => {
    expect(shown({ minutes: 61 }, 0)).toBe('010100');
    expect(shown({ minutes: 61 }, 0.5)).toBe('010100');
    expect(shown({ minutes: 61 }, 1)).toBe('010059');
    expect(shown({ minutes: 1 }, 60)).toBe('Time is up');
    expect(shown({ minutes: 1, finishedText: 'Over, {lead.name}' }, 99, { lead: { name: 'Jo' } })).toBe(
      'Over, Jo',
    );
  });

  it('counts to a date of the data’s zone, from the data’s time', () => {
    const system = { time: '2026-01-15T15:30:00Z', timeZone: 'America/New_York' };
    const properties = { mode: 'date', targetDate: '2026-01-15 11:00' };
    expect(shown(properties, 0, { system })).toBe('003000');
    expect(shown(properties, 30, { system })).toBe('002930');
    expect(shown({ ...properties, targetDate: '2026-01-17T15:30:00Z' }, 0, { system })).toBe('02000000');
    expect(shown({ ...properties, targetDate: 'soon' }, 0, { system })).toBe('Set a date');
    expect(shown(properties, 0)).toBe('Set a date');
    const live = { system: { ...system, startedAt: '2026-01-15T15:50:00Z' } };
    expect(shown(properties, 60, live)).toBe('000900');
  });

  it('changes on the second', () => {
    const scene = sceneOf(testElement('timer', { properties: { minutes: 1 } }));
    expect(stillUntil(scene, testEnv({ t: 4.25 }))).toBeCloseTo(5, 6);
    expect(stillUntil(scene, testEnv({ t: 5 }))).toBeCloseTo(6, 6);
    expect(stillUntil(scene, testEnv({ t: 60 }))).toBe(Infinity);
  });

  it('knows summer time', () => {
    expect(parseMoment('2026-07-01 12:00', 'America/New_York')).toBe(Date.parse('2026-07-01T16:00:00Z'));
    expect(parseMoment('2026-12-01T12:00', 'America/New_York')).toBe(Date.parse('2026-12-01T17:00:00Z'));
    expect(parseMoment('2026-03-08 03:30', 'America/New_York')).toBe(Date.parse('2026-03-08T07:30:00Z'));
    expect(parseMoment('2026-07-01', 'Nowhere/Here')).toBe(Date.parse('2026-07-01T00:00:00Z'));
    expect(parseMoment('31.12.2026', 'UTC')).toBeUndefined();
  });
});

describe('the weather', () => {
  const shown = (weather: object | undefined, properties = {}) =>
    textsOf(
      testElement('weather', { properties }),
      testEnv({ data: weather ? { external: { weather: weather as never } } : {} }),
    );

  it('is read from the data, converted, and honest when there is none', () => {
    expect(shown({ temperature: 71.6, condition: 'Light rain', place: 'Oslo' })).toEqual([
      'Oslo',
      '72°',
      'Light rain',
    ]);
    expect(shown({ temperature: '22 °C' }, { unit: 'C', showIn: 'F' })).toEqual(['72°']);
    expect(shown({ temperature: -0.2 }, { unit: 'C', showIn: 'C' })).toEqual(['0°']);
    expect(shown(undefined)[0]).toBe('No weather data');
    expect(shown({ temperature: 'warm' })[0]).toBe('No weather data');
    const onWall = testEnv({ data: {}, hideEmpty: true });
    const ground = testElement('weather', { styles: { backgroundColor: '#112233' } } as never);
    expect(textsOf(ground, onWall)).toEqual([]);
    expect(filled(ground, onWall)).toEqual([]);
    expect(filled(ground, testEnv({ data: {} })).length).toBeGreaterThan(0);
  });

  it('is that of a place: by day and by night, in either unit, and whose data it is', () => {
    const properties = { source: 'berlin', showIn: 'C' };
    const at = (now: unknown, changes = {}, more = {}) =>
      testEnv({ data: { weather: { '52.52,13.405': now, ...changes } as never }, ...more });
    const now = { celsius: 3.6, words: 'Clear sky', isDay: false, credit: 'MET Norway' };
    const element = testElement('weather', { properties });
    expect(textsOf(element, at(now))).toEqual(['Berlin', '4°', 'Clear sky', 'Based on data from MET Norway']);
    const fahrenheit = testElement('weather', { properties: { ...properties, showIn: 'F' } });
    expect(textsOf(fahrenheit, at({ ...now, credit: '' }))).toEqual(['Berlin', '38°', 'Clear sky']);
    expect(filled(element, at(now)), 'the sky of the night').not.toEqual(
      filled(element, at({ ...now, isDay: true })),
    );
    // Asked for and not known: no sample stands in, and a wall shows nothing.
    const sample = { sample: { ...now, celsius: 22 } };
    expect(textsOf(element, at(null, sample))[0]).toBe('No weather yet');
    expect(textsOf(element, at(null, sample, { hideEmpty: true }))).toEqual([]);
    expect(textsOf(element, testEnv({ data: { weather: sample } }))).toContain('22°');
    const typed = { source: 'coordinates', placeName: 'Plant 2' };
    expect(textsOf(testElement('weather', { properties: typed }), at(now))[0]).toBe('No place yet');
    const there = { ...typed, latitude: 52.52001, longitude: 13.405 };
    expect(textsOf(testElement('weather', { properties: there }), at(now))[0]).toBe('Plant 2');
  });

  it('knows the words of weather services', () => {
    expect(
      [
        'Thunderstorm with rain',
        'Light snow',
        'Patchy drizzle',
        'Overcast',
        'Mostly cloudy',
        'Clear night',
        'Sunny',
        'haze',
        'odd',
      ].map(conditionOf),
    ).toEqual(['storm', 'snow', 'rain', 'cloudy', 'cloudy', 'night', 'clear', 'fog', undefined]);
  });
});

describe('a QR code', () => {
  it('holds its link with the record’s values, and says when it cannot', () => {
    const recording = recordingContext();
    const element = testElement('qr_code', { properties: { text: 'https://x/{lead.name}' } });
    drawElement(recording.ctx, element, testEnv());
    expect(recording.named('rect').length).toBeGreaterThan(100);
    const said = (text: string) => {
      const { ctx, named } = recordingContext();
      drawElement(ctx, testElement('qr_code', { properties: { text, errorCorrection: 'H' } }), testEnv());
      return named('fillText')
        .map(([, line]) => line)
        .join(' ');
    };
    expect(said('')).toBe('Enter a link');
    expect(said('x'.repeat(2900))).toContain('Too long');
  });

  it('is never so pale that no phone can read it', () => {
    const { ctx, calls } = recordingContext();
    drawElement(
      ctx,
      testElement('qr_code', { properties: { foreground: '#fafafa', background: '#ffffff' } }),
      testEnv(),
    );
    expect(calls).toContainEqual(['fillStyle', '#000000']);
  });
});

describe('confetti', () => {
  it('fired once comes to rest', () => {
    const once = sceneOf(testElement('confetti', { properties: { continuous: false } }));
    expect(stillUntil(once, testEnv({ t: 1 }))).toBe(1);
    expect(stillUntil(once, testEnv({ t: 9 }))).toBe(Infinity);
    const { ctx, named } = recordingContext();
    drawElement(ctx, once.elements[0]!, testEnv({ t: 9 }));
    expect(named('rotate')).toEqual([]);
  });
});

describe('accordion, tabs and forms', () => {
  it('show what is open', () => {
    expect(textsOf(testElement('accordion', { properties: { openItem: 2 } }), testEnv())).toContain(
      'Put your answer here.',
    );
    expect(textsOf(testElement('tabs', { properties: { activeTab: 2 } }), testEnv())).toContain(
      'What stands behind it.',
    );
    expect(textsOf(testElement('survey_form', { properties: { pictureStep: 2 } }), testEnv())).toContain(
      'Back',
    );
    expect(textsOf(testElement('contact_form'), testEnv())).toEqual(
      expect.arrayContaining(['Name *', 'E-mail *', 'Message *', 'Send message']),
    );
  });
});

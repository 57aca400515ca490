import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createExport, exportFiles } from '#functions/content/exports/use-cases.ts';
import { publishNow } from '#functions/content/publications/snapshot.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock, setClock } from '#functions/kernel/clock.ts';
import type { SandboxClock } from '#infra/sandbox/clock.ts';
import type { Scripts } from '#infra/sandbox/scripts.ts';
import { weatherRoutes } from '#infra/sandbox/weather.ts';
import { api } from '#shared/api/index.ts';
import { exportOptions } from '#shared/model/content.ts';
import { type Forecast, weatherAt } from '#shared/model/weather.ts';
import { newElement } from '#shared/scene/registry.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { weatherLimits } from './limits.ts';
import { wordsOfSymbol } from './met-norway.ts';

const { content } = api;
const minute = 60_000;
const noon = Date.parse('2026-11-25T17:10:00Z');

let server: Server;
let asked: string[];
let seen: IncomingMessage[];
/** What a service answers instead of the weather. */
let down: Record<string, number>;
let time: number;
let restoreClock: () => void;
/** Each test has seconds of its own, as requests are counted by the second. */
let begun = 0;

beforeEach(async () => {
  [asked, seen, down, time] = [[], [], {}, noon + 1_000 * begun++];
  restoreClock = setClock(() => time);
  const scripts = {
    outage: (name: string) => (down[name] ? { status: down[name], lost: false } : undefined),
  } as unknown as Scripts;
  const services = weatherRoutes(scripts, { now: () => clock.now() } as SandboxClock);
  server = createServer(async (request, response) => {
    asked.push(request.url!);
    seen.push(request);
    const answer = await services(request, new URL(request.url!, 'http://sandbox'));
    response.writeHead(answer!.status, answer!.headers).end(answer!.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('SANDBOX_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('PUBLIC_URL', 'https://sales.example.com');
});
afterEach(() => {
  restoreClock();
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

/** Places that no other test asks for: what is known of one is shared by all tenants. */
const somewhere = (south: number, west: number) => {
  const within = (from: number) =>
    Number((from + (1 + 2 * Math.floor(Math.random() * 4_000)) / 10_000).toFixed(4));
  return { latitude: within(south), longitude: within(west) };
};
const inKansas = () => somewhere(38, -98);
const inBavaria = () => somewhere(48, 11);

const caller = async () => as((await freshTenant()).agent);
type Caller = Awaited<ReturnType<typeof caller>>;
const weather = async (agent: Caller, place: Record<string, unknown>): Promise<Forecast | null> =>
  (await agent.call(api.proxy.weather, place)).body.forecast;

describe('the weather of a place', () => {
  it('comes from weather.gov in the United States, from its grid, in Celsius and by the hour', async () => {
    const agent = await caller();
    const forecast = (await weather(agent, inKansas()))!;
    expect(asked).toEqual([
      expect.stringMatching(/^\/weather-gov\/points\/38\.\d{1,4},-9[78]\.\d{1,4}$/),
      expect.stringMatching(/^\/weather-gov\/gridpoints\/SBX\/\d+,\d+\/forecast\/hourly$/),
    ]);
    expect(forecast.credit).toBe('');
    expect(forecast.hours).toHaveLength(weatherLimits.hours);
    expect(weatherAt(forecast, noon)).toMatchObject({
      at: '2026-11-25T17:00:00.000Z',
      words: 'Mostly Sunny',
    });
    const fahrenheit = (weatherAt(forecast, noon)!.celsius * 9) / 5 + 32;
    expect(fahrenheit, 'whole degrees, as it tells them').toBeCloseTo(Math.round(fahrenheit), 9);
    expect([57, 59]).toContain(Math.round(fahrenheit));
  });

  it('comes from MET Norway elsewhere, which is named, and says so where a box around America reaches too far', async () => {
    const agent = await caller();
    const forecast = (await weather(agent, inBavaria()))!;
    expect(asked).toEqual([
      expect.stringMatching(
        /^\/met-norway\/weatherapi\/locationforecast\/2\.0\/compact\?lat=48\.\d{1,4}&lon=11\.\d{1,4}$/,
      ),
    ]);
    expect(forecast).toMatchObject({ credit: 'MET Norway' });
    expect(weatherAt(forecast, noon)).toMatchObject({ words: 'Partly cloudy', isDay: true });
    asked.length = 0;
    // Toronto lies in the box of the United States.
    expect((await weather(agent, somewhere(43, -79)))!.credit).toBe('MET Norway');
    expect(asked.map((path) => path.split('/')[1])).toEqual(['weather-gov', 'met-norway']);
  });

  it('is asked for with a name and four decimals, once for all tenants until it expires, then only if it changed', async () => {
    const agents = await Promise.all([caller(), caller()]);
    const place = inBavaria();
    const exact = { ...place, latitude: place.latitude + 0.000_012_3 };
    await weather(agents[0]!, exact);
    await Promise.all([weather(agents[0]!, place), weather(agents[1]!, place), weather(agents[1]!, exact)]);
    expect(asked).toHaveLength(1);
    expect(seen[0]!.headers['user-agent']).toBe('Dealbell/1 https://sales.example.com');
    vi.stubEnv('CONTACT', 'ops@example.com');
    time += 29 * minute;
    await weather(agents[1]!, place);
    expect(asked).toHaveLength(1);
    time += 2 * minute;
    expect(await weather(agents[1]!, place)).not.toBeNull();
    expect(asked).toHaveLength(2);
    expect(seen[1]!.headers).toMatchObject({
      'if-modified-since': 'Wed, 25 Nov 2026 17:00:00 GMT',
      'user-agent': 'Dealbell/1 https://sales.example.com ops@example.com',
    });
    // Answered 304, which is fresh for as long again.
    time += 28 * minute;
    expect((await weather(agents[0]!, place))!.hours[0]!.at).toBe('2026-11-25T17:00:00.000Z');
    expect(asked).toHaveLength(2);
    time += 3 * minute;
    expect((await weather(agents[0]!, place))!.hours[0]!.at).toBe('2026-11-25T18:00:00.000Z');
  });

  it('is asked for once by ten who come at the same instant', async () => {
    const agent = await caller();
    const place = inBavaria();
    await Promise.all(Array.from({ length: 10 }, () => weather(agent, place)));
    expect(asked).toHaveLength(1);
  });

  it.each([
    [503, 2],
    [429, 16],
    [403, 16],
  ])(
    'stays as it was while its service answers %s, which is asked again after %s minutes',
    async (status, wait) => {
      const agent = await caller();
      const place = inBavaria();
      const first = await weather(agent, place);
      down['met-norway'] = status;
      time += 31 * minute;
      expect(await weather(agent, place)).toEqual(first);
      expect(await weather(agent, place)).toEqual(first);
      expect(asked).toHaveLength(2);
      down = {};
      time += (wait - 1.5) * minute;
      await weather(agent, place);
      expect(asked).toHaveLength(2);
      time += 1.5 * minute;
      await weather(agent, place);
      expect(asked).toHaveLength(3);
    },
  );

  it('is asked for no oftener in a second than its service bears, and by those who came too many a minute later', async () => {
    const agent = await caller();
    const places = Array.from({ length: 12 }, inBavaria);
    const found = await Promise.all(places.map((place) => weather(agent, place)));
    expect(asked).toHaveLength(weatherLimits.requestsPerSecond);
    expect(found.filter((forecast) => forecast === null)).toHaveLength(2);
    time += 61_000;
    expect(await Promise.all(places.map((place) => weather(agent, place)))).not.toContain(null);
    expect(asked).toHaveLength(12);
  });

  it('is not known while nobody answers, nor for more new places than a tenant may show in a day', async () => {
    down['met-norway'] = 500;
    const agent = await caller();
    expect(await weather(agent, inBavaria())).toBeNull();
    down = {};
    const limit = vi.spyOn(weatherLimits, 'newPlacesPerDay', 'get' as never).mockReturnValue(2 as never);
    expect(await weather(agent, inBavaria())).not.toBeNull();
    expect(await weather(agent, inBavaria())).toBeNull();
    limit.mockRestore();
  });

  it.each([
    [{ latitude: 91, longitude: 0 }, 'A latitude lies between -90 and 90.'],
    [{ latitude: 1, longitude: -181 }, 'A longitude lies between -180 and 180.'],
    [{ latitude: 'here', longitude: 0 }, 'This is no latitude.'],
  ])('is refused for what is no place: %o', async (place, sentence) => {
    const { status, body } = await (await caller()).call(api.proxy.weather, place as never);
    expect({ status, text: JSON.stringify(body) }).toEqual({
      status: 400,
      text: expect.stringContaining(sentence),
    });
    expect(asked).toEqual([]);
  });
});

it.each([
  ['clearsky_day', 'Clear sky'],
  ['partlycloudy_polartwilight', 'Partly cloudy'],
  ['rain', 'Rain'],
  ['heavyrainshowersandthunder_night', 'Heavy rain showers and thunder'],
  ['lightssnowshowersandthunder_day', 'Light snow showers and thunder'],
  ['lightsleet', 'Light sleet'],
  ['volcano', ''],
])('MET Norway’s symbol %s is “%s”', (symbol, words) => expect(wordsOfSymbol(symbol)).toBe(words));

describe('a sign with the weather of a place', () => {
  async function sign() {
    const tenant = await freshTenant();
    const agent = as(tenant.agent);
    const place = inBavaria();
    const { version: _, ...element } = newElement('weather', {
      id: `elm_${Math.random()}`.replace('.', ''),
      x: 0,
      y: 0,
      layerOrder: 0,
    });
    const shown = {
      ...element,
      properties: { ...element.properties, source: 'coordinates', placeName: 'Plant', ...place },
    };
    const { id } = (await agent.call(content.create, { name: 'Wall', elements: [shown] })).body;
    const key = `${place.latitude},${place.longitude}`;
    return { tenantId: tenant.id, agent, id, key, visitor: anybody(tenant.address) };
  }

  it('tells visitors of its own places alone, fresh each time, and of none when it is not published', async () => {
    const { tenantId, agent, id, key, visitor } = await sign();
    await asSystem(tenantId, 'test', () => publishNow(id));
    const { publicId } = (await agent.call(content.get, { id })).body;
    const { status, body, headers } = await visitor.call(content.publicWeather, { publicId: publicId! });
    expect(status).toBe(200);
    expect(Object.keys(body.places)).toEqual([key]);
    expect(headers['cache-control']).toContain('max-age=300');
    expect((await visitor.call(content.publicWeather, { publicId: 'pub_1_guessed' })).status).toBe(404);
  });

  it('is exported with the weather of that moment, and with none where nobody answers', async () => {
    const { tenantId, id, key } = await sign();
    const drawn = async () => {
      const options = exportOptions.parse({ exportType: 'image', dimensions: { width: 360, height: 180 } });
      const exported = await asSystem(tenantId, 'test', () => createExport(id, options));
      const source = await asSystem(tenantId, 'test', () => exportFiles().get(`${exported.id}/source.json`));
      return (JSON.parse(source!.toString()) as { data: { weather: unknown } }).data.weather;
    };
    down['met-norway'] = 503;
    expect(await drawn()).toEqual({ [key]: null });
    down = {};
    time += 2 * minute;
    const now = { celsius: 10, words: 'Partly cloudy', isDay: true, credit: 'MET Norway' };
    expect(await drawn()).toEqual({ [key]: now });
  });
});

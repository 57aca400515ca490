import type { IncomingMessage } from 'node:http';
import type { SandboxClock } from './clock.ts';
import { type Answer, json } from './http.ts';
import type { Route } from './index.ts';
import type { ProviderName, Scripts } from './scripts.ts';

/*
 * The two weather services in their own wire formats: weather.gov's points and hourly forecasts (GeoJSON), and MET
 * Norway's Locationforecast 2.0 (compact). Both refuse who does not say who they are, and MET Norway more than four
 * decimals; both say until when an answer is fresh. The weather itself follows from the place and the hour.
 */

const hourMs = 3_600_000;
const shownHours = 48;

const geoJson = (status: number, body: object, headers: Record<string, string> = {}): Answer => ({
  ...json(status, body),
  headers: { 'content-type': 'application/geo+json', ...headers },
});

const problem = (status: number, title: string): Answer => ({
  ...json(status, { type: `https://api.weather.gov/problems/${title}`, title, status, detail: title }),
  headers: { 'content-type': 'application/problem+json' },
});

/** Warmer towards the equator and in the afternoon; whole degrees. */
function celsiusAt(latitude: number, hour: number): number {
  return Math.round(32 - Math.abs(latitude) * 0.45) + (hour >= 12 && hour < 18 ? 4 : 0);
}

/** The contiguous states, Alaska and Hawaii, roughly: enough to be asked for a place that is not there. */
const isAmerican = (latitude: number, longitude: number) =>
  longitude < -66 &&
  (latitude > 24 || longitude < -150) &&
  latitude < 72 &&
  !(latitude > 42.5 && longitude > -80);

/** A cell of the grid that says where it is: the sandbox keeps no map. */
const gridAt = (latitude: number, longitude: number) => ({
  gridX: Math.round((longitude + 180) * 20),
  gridY: Math.round((latitude + 90) * 20),
});

const dayHours = (hour: number) => hour >= 6 && hour < 20;

function hourlyForecast(gridX: number, gridY: number, now: number) {
  const latitude = gridY / 20 - 90;
  // The place's own clock, by its meridian.
  const offset = Math.round((gridX / 20 - 180) / 15);
  const zone = `${offset < 0 ? '-' : '+'}${String(Math.abs(offset)).padStart(2, '0')}:00`;
  const first = Math.floor(now / hourMs) * hourMs;
  const local = (at: number) => `${new Date(at + offset * hourMs).toISOString().slice(0, 19)}${zone}`;
  const periods = Array.from({ length: shownHours }, (_, n) => {
    const at = first + n * hourMs;
    const hour = new Date(at + offset * hourMs).getUTCHours();
    return {
      number: n + 1,
      name: '',
      startTime: local(at),
      endTime: local(at + hourMs),
      isDaytime: dayHours(hour),
      temperature: Math.round((celsiusAt(latitude, hour) * 9) / 5 + 32),
      temperatureUnit: 'F',
      probabilityOfPrecipitation: { unitCode: 'wmoUnit:percent', value: 10 },
      windSpeed: '8 mph',
      windDirection: 'E',
      shortForecast: dayHours(hour) ? 'Mostly Sunny' : 'Mostly Clear',
      detailedForecast: '',
    };
  });
  const updated = new Date(first).toISOString();
  return { type: 'Feature', properties: { units: 'us', updateTime: updated, generatedAt: updated, periods } };
}

function locationForecast(latitude: number, longitude: number, now: number) {
  const first = Math.floor(now / hourMs) * hourMs;
  const offset = Math.round(longitude / 15);
  const timeseries = Array.from({ length: shownHours }, (_, n) => {
    const at = first + n * hourMs;
    const hour = new Date(at + offset * hourMs).getUTCHours();
    const symbol_code = `partlycloudy_${dayHours((hour + 24) % 24) ? 'day' : 'night'}`;
    return {
      time: new Date(at).toISOString().replace('.000', ''),
      data: {
        instant: {
          details: { air_temperature: celsiusAt(latitude, hour), relative_humidity: 70, wind_speed: 3.4 },
        },
        next_1_hours: { summary: { symbol_code }, details: { precipitation_amount: 0 } },
      },
    };
  });
  const units = { air_temperature: 'celsius', relative_humidity: '%', wind_speed: 'm/s' };
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude, 10] },
    properties: { meta: { updated_at: new Date(first).toISOString(), units }, timeseries },
  };
}

/** Whether a request says who makes it and how they are reached. */
function isNamed({ headers }: IncomingMessage): boolean {
  const [name, contact = ''] = (headers['user-agent'] ?? '').split(' ');
  return name !== '' && (contact.includes('://') || contact.includes('@'));
}

const decimalsOf = (number: string | null) => number?.split('.')[1]?.length ?? 0;

export function weatherRoutes(scripts: Scripts, clock: SandboxClock): Route {
  const outage = (name: ProviderName): Answer | undefined => {
    const down = scripts.outage(name);
    return down && json(down.status, { title: 'Out of order' });
  };
  const fresh = (ms: number, now: number) => ({ expires: new Date(now + ms).toUTCString() });

  const weatherGov = (path: string, now: number): Answer => {
    const [, north, east] = /^\/points\/(-?[\d.]+),(-?[\d.]+)$/.exec(path) ?? [];
    if (north !== undefined && east !== undefined) {
      const [latitude, longitude] = [Number(north), Number(east)];
      if (!isAmerican(latitude, longitude)) return problem(404, 'InvalidPoint');
      const { gridX, gridY } = gridAt(latitude, longitude);
      const forecastHourly = `https://api.weather.gov/gridpoints/SBX/${gridX},${gridY}/forecast/hourly`;
      return geoJson(
        200,
        { properties: { gridId: 'SBX', gridX, gridY, forecastHourly } },
        fresh(6 * hourMs, now),
      );
    }
    const [, gridX, gridY] = /^\/gridpoints\/SBX\/(\d+),(\d+)\/forecast\/hourly$/.exec(path) ?? [];
    if (gridX === undefined || gridY === undefined) return problem(404, 'NotFound');
    return geoJson(200, hourlyForecast(Number(gridX), Number(gridY), now), fresh(hourMs, now));
  };

  const metNorway = ({ headers }: IncomingMessage, { searchParams }: URL, now: number): Answer => {
    const [north, east] = [searchParams.get('lat'), searchParams.get('lon')];
    if (!north || !east) return json(400, { title: 'Missing lat or lon' });
    if (decimalsOf(north) > 4 || decimalsOf(east) > 4) return json(403, { title: 'Too many decimals' });
    const lastModified = new Date(Math.floor(now / hourMs) * hourMs).toUTCString();
    const told = { ...fresh(hourMs / 2, now), 'last-modified': lastModified };
    if (headers['if-modified-since'] === lastModified) return { status: 304, headers: told, body: '' };
    return geoJson(200, locationForecast(Number(north), Number(east), now), told);
  };

  return async (request, url) => {
    const [, service, rest = ''] = /^\/(weather-gov|met-norway)(\/.*)$/.exec(url.pathname) ?? [];
    if (service !== 'weather-gov' && service !== 'met-norway') return undefined;
    const down = outage(service);
    if (down) return down;
    if (!isNamed(request)) return json(403, { title: 'Say who asks in the User-Agent' });
    if (service === 'weather-gov') return weatherGov(rest, clock.now());
    return rest === '/weatherapi/locationforecast/2.0/compact'
      ? metNorway(request, url, clock.now())
      : json(404, { title: 'Not found' });
  };
}

import { z } from 'zod';
import type { WeatherPlace } from '#shared/model/weather.ts';
import { weatherLimits as limits } from './limits.ts';
import { ask, type Found, ServiceFailed } from './service.ts';

/*
 * The National Weather Service of the United States: https://www.weather.gov/documentation/services-web-api, which calls
 * its data open and free to use for any purpose. Known from a stored copy of that page of 2024: the terms of today are to
 * be read before a deployment goes live.
 */

const host = 'api.weather.gov';

/** Boxes (south, west, north, east) around what it knows; what lies in one and is none of theirs is answered 404. */
const boxes = [
  [24, -125.5, 49.6, -66.5],
  [51, -180, 72, -129],
  [51, 172, 54, 180],
  [18.5, -161, 22.5, -154],
  [17.5, -67.5, 18.7, -64.4],
  [13, 144, 21, 146.5],
  [-14.8, -171.5, -11, -168],
] as const;

export const mayBeAmerican = ({
  latitude,
  longitude,
}: Pick<WeatherPlace, 'latitude' | 'longitude'>): boolean =>
  boxes.some(
    ([south, west, north, east]) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  );

const points = z.object({
  properties: z.object({
    gridId: z.string().regex(/^[A-Z]{3}$/),
    gridX: z.number().int().min(0).max(9_999),
    gridY: z.number().int().min(0).max(9_999),
  }),
});

const hourly = z.object({
  properties: z.object({
    periods: z
      .array(
        z.object({
          startTime: z.iso.datetime({ offset: true }),
          isDaytime: z.boolean(),
          temperature: z.number(),
          temperatureUnit: z.enum(['F', 'C']),
          shortForecast: z.string().max(200),
        }),
      )
      .min(1),
  }),
});

/** The cell of its grid that a place lies in: `MFL/110,50`; null for a place that is not its own. */
export async function gridOf(place: WeatherPlace): Promise<{ grid: string | null; freshUntil: number }> {
  // It redirects what ends in a zero, so numbers are written without: 40.7, not 40.7000.
  const { status, body, freshUntil } = await ask(host, `/points/${place.key}`);
  if (status === 404) return { grid: null, freshUntil };
  const read = points.safeParse(body);
  if (!read.success) throw new ServiceFailed(host, 0, read.error);
  const { gridId, gridX, gridY } = read.data.properties;
  return { grid: `${gridId}/${gridX},${gridY}`, freshUntil };
}

/** The next hours in a cell of its grid. */
export async function hoursOfGrid(grid: string): Promise<Found> {
  const { body, freshUntil, lastModified } = await ask(host, `/gridpoints/${grid}/forecast/hourly`);
  const read = hourly.safeParse(body);
  if (!read.success) throw new ServiceFailed(host, 0, read.error);
  const hours = read.data.properties.periods.slice(0, limits.hours).map((period) => ({
    at: new Date(period.startTime).toISOString(),
    celsius: period.temperatureUnit === 'C' ? period.temperature : ((period.temperature - 32) * 5) / 9,
    words: period.shortForecast,
    isDay: period.isDaytime,
  }));
  return { forecast: { hours, credit: '' }, freshUntil, lastModified };
}

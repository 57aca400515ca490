import { clock } from '#functions/kernel/clock.ts';
import { log } from '#functions/kernel/log.ts';
import type { Forecast, Forecasts, WeatherPlace } from '#shared/model/weather.ts';
import { weatherLimits as limits } from './limits.ts';
import { hoursOfPlace } from './met-norway.ts';
import { ServiceFailed } from './service.ts';
import { countNewPlace, findForecast, noteAnswer, type StoredForecast, takeAsking } from './store.ts';
import { gridOf, hoursOfGrid, mayBeAmerican } from './weather-gov.ts';

/*
 * The weather of a place is asked for once, by whoever comes first when it is no longer fresh; everybody else has what
 * is known meanwhile, and so has everybody while a service is down. What is known are hours, so it grows old by itself.
 */

type Answer = Parameters<typeof noteAnswer>[1];

/** Asks the service of the place. */
async function answerFor(place: WeatherPlace, known: StoredForecast | undefined): Promise<Answer> {
  let cell: Pick<Answer, 'grid' | 'gridUntil'> = {};
  let grid = known?.grid;
  if (!mayBeAmerican(place)) grid = '';
  else if (grid === undefined || (known?.gridUntil ?? 0) <= clock.now()) {
    const found = await gridOf(place);
    grid = found.grid ?? '';
    cell = { grid, gridUntil: found.freshUntil };
  }
  if (grid) return { ...cell, ...(await hoursOfGrid(grid)) };
  const since = known?.forecast ? known.lastModified : '';
  const found = await hoursOfPlace(place, since);
  return 'unchanged' in found ? { ...cell, freshUntil: found.freshUntil } : { ...cell, ...found };
}

/** What a failure leaves: nothing is asked again for a while. */
function afterFailure(place: WeatherPlace, error: unknown): Answer {
  if (!(error instanceof ServiceFailed)) throw error;
  log.warn('A weather service failed.', { place: place.key, error });
  const isRefused = error.status === 429 || error.status === 403;
  return { freshUntil: clock.now() + (isRefused ? limits.retryRefused : limits.retry) };
}

/** The next hours of a place; undefined while nothing is known of it, and for more new places than a tenant may show. */
export async function forecastOf(place: WeatherPlace): Promise<Forecast | undefined> {
  const known = await findForecast(place.key);
  if (known && known.freshUntil > clock.now()) return known.forecast;
  if (!known && (await countNewPlace()) > limits.newPlacesPerDay) return undefined;
  if (!(await takeAsking(place.key))) return known?.forecast;
  const answer = await answerFor(place, known).catch((error) => afterFailure(place, error));
  await noteAnswer(place.key, answer);
  return answer.forecast ?? known?.forecast;
}

/** Those of several places that are known, by the key of the place. */
export async function forecastsOf(places: readonly WeatherPlace[]): Promise<Forecasts> {
  const found = await Promise.all(places.map(async (place) => [place.key, await forecastOf(place)] as const));
  return Object.fromEntries(found.filter((entry): entry is [string, Forecast] => entry[1] !== undefined));
}

import * as z from 'zod';
import type { JsonMap } from './bounded-map.ts';
import type { Element } from './content.ts';
import { cities } from './weather-places.ts';

/** What a weather element is filled by when it shows no place: the data of the sign. */
export const fromData = 'data';
/** It shows a place that somebody typed the coordinates of. */
export const fromCoordinates = 'coordinates';

export interface WeatherPlace {
  /** `25.7743,-80.1937`: what a place is stored and asked for by. */
  key: string;
  /** Degrees, north and east positive, with four decimals at most. */
  latitude: number;
  longitude: number;
  name: string;
}

/** MET Norway asks for no more decimals, so that places a few metres apart are one. */
const toFourDecimals = (degrees: number) => Math.round(degrees * 10_000) / 10_000 + 0;

export const latitude = z.coerce
  .number('This is no latitude.')
  .min(-90, 'A latitude lies between -90 and 90.')
  .max(90, 'A latitude lies between -90 and 90.')
  .transform(toFourDecimals);
export const longitude = z.coerce
  .number('This is no longitude.')
  .min(-180, 'A longitude lies between -180 and 180.')
  .max(180, 'A longitude lies between -180 and 180.')
  .transform(toFourDecimals);

export const placeKey = (at: Pick<WeatherPlace, 'latitude' | 'longitude'>): string =>
  `${toFourDecimals(at.latitude)},${toFourDecimals(at.longitude)}`;

const placeAt = (north: number, east: number, name: string): WeatherPlace => {
  const at = { latitude: toFourDecimals(north), longitude: toFourDecimals(east) };
  return { ...at, key: placeKey(at), name };
};

/** The place whose weather a weather element shows; undefined when the data of the sign fills it. */
export function placeOfWeather(properties: JsonMap): WeatherPlace | undefined {
  const { source, latitude: north, longitude: east, placeName } = properties;
  if (source === fromCoordinates) {
    // Nobody's office is at 0, 0: it is what was never typed.
    if (typeof north !== 'number' || typeof east !== 'number' || (north === 0 && east === 0))
      return undefined;
    return placeAt(north, east, typeof placeName === 'string' ? placeName : '');
  }
  const city = cities.find(({ id }) => id === source);
  return city && placeAt(city.latitude, city.longitude, city.name);
}

/** The places whose weather elements show, each once. */
export function weatherPlacesOf(elements: readonly Element[]): WeatherPlace[] {
  const places = new Map<string, WeatherPlace>();
  for (const { elementType, isVisible, properties } of elements) {
    const place = elementType === 'weather' && isVisible ? placeOfWeather(properties) : undefined;
    if (place) places.set(place.key, place);
  }
  return [...places.values()];
}

const hour = z.object({
  /** ISO 8601, UTC: the hour begins. */
  at: z.string(),
  celsius: z.number(),
  /** As the service says it: Light rain. */
  words: z.string(),
  /** Whether the sun is up. */
  isDay: z.boolean(),
});
export type WeatherHour = z.output<typeof hour>;

/** The next hours of a place, so that a display without a network goes on for as long. */
export const forecast = z.object({
  hours: z.array(hour),
  /** Whose data it is, where the licence asks for that to be said; '' where it does not. */
  credit: z.string(),
});
export type Forecast = z.output<typeof forecast>;

/** Forecasts by the key of their place. */
export type Forecasts = Record<string, Forecast>;

/** An hour's weather is shown for so long when no later one is known; ms. */
const longestShown = 90 * 60_000;

/** The weather at a moment (ms since 1970); undefined when the forecast says nothing of it. */
export function weatherAt({ hours }: Forecast, moment: number): WeatherHour | undefined {
  const begun = hours.filter(({ at }) => Date.parse(at) <= moment);
  // A service may begin with the hour that comes.
  const found = begun.at(-1) ?? hours.find(({ at }) => Date.parse(at) - moment < 3_600_000);
  return found && moment - Date.parse(found.at) < longestShown ? found : undefined;
}

/**
 * `data.weather` of a scene at a moment (ms since 1970): the weather of each place by its key. A place that was asked
 * for and has none is null, so that no sample stands in for it.
 */
export function weatherData(keys: readonly string[], forecasts: Forecasts, moment: number): JsonMap {
  return Object.fromEntries(
    keys.map((key) => {
      const known = forecasts[key];
      const now = known && weatherAt(known, moment);
      return [
        key,
        now ? { celsius: now.celsius, words: now.words, isDay: now.isDay, credit: known.credit } : null,
      ];
    }),
  );
}

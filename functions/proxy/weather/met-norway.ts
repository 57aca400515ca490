import { z } from 'zod';
import type { WeatherPlace } from '#shared/model/weather.ts';
import { weatherLimits as limits } from './limits.ts';
import { ask, type Found, ServiceFailed } from './service.ts';

/*
 * Locationforecast 2.0 of the Norwegian Meteorological Institute, which knows the whole earth:
 * https://api.met.no/weatherapi/locationforecast/2.0/documentation. Its terms (https://api.met.no/doc/TermsOfService)
 * license the data by CC BY 4.0, which lets businesses use it where credit is given; how, is suggested at
 * https://www.met.no/en/free-meteorological-data/Licensing-and-crediting. Known from stored copies of these pages: the
 * terms of today are to be read before a deployment goes live.
 */

const host = 'api.met.no';
const credit = 'MET Norway';

const timeseries = z.object({
  properties: z.object({
    timeseries: z
      .array(
        z.object({
          time: z.iso.datetime({ offset: true }),
          data: z.object({
            instant: z.object({ details: z.object({ air_temperature: z.number().optional() }) }),
            next_1_hours: z.object({ summary: z.object({ symbol_code: z.string().max(80) }) }).optional(),
          }),
        }),
      )
      .min(1),
  }),
});

const skies: Record<string, string> = {
  clearsky: 'Clear sky',
  fair: 'Fair',
  partlycloudy: 'Partly cloudy',
  cloudy: 'Cloudy',
  fog: 'Fog',
};

/**
 * `heavyrainshowersandthunder_day` → `Heavy rain showers and thunder`, the words of its own legend
 * (https://github.com/metno/weathericons/tree/main/weather); '' for a symbol that it does not have.
 */
export function wordsOfSymbol(symbol: string): string {
  const [code = ''] = symbol.split('_');
  const sky = skies[code];
  if (sky) return sky;
  // Two of its symbols are spelt with one s too many: lightssleetshowersandthunder, lightssnowshowersandthunder.
  const found = /^(light|heavy)?s?(rain|sleet|snow)(showers)?(andthunder)?$/.exec(code);
  if (!found) return '';
  const [, strength = '', what = '', showers, thunder] = found;
  const words = [strength, what, showers, thunder && 'and thunder'].filter(Boolean).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The next hours of a place; 'unchanged' when they are as they were at `since`, its own `Last-Modified`. */
export async function hoursOfPlace(
  { latitude, longitude }: WeatherPlace,
  since: string,
): Promise<Found | { unchanged: true; freshUntil: number }> {
  const path = `/weatherapi/locationforecast/2.0/compact?lat=${latitude}&lon=${longitude}`;
  const { status, body, freshUntil, lastModified } = await ask(host, path, since);
  if (status === 304) return { unchanged: true, freshUntil };
  const read = timeseries.safeParse(body);
  if (!read.success) throw new ServiceFailed(host, 0, read.error);
  const hours = read.data.properties.timeseries.flatMap(({ time, data }) => {
    const celsius = data.instant.details.air_temperature;
    const symbol = data.next_1_hours?.summary.symbol_code;
    // After some sixty hours it goes by six at a time, without a word on the next one.
    if (celsius === undefined || symbol === undefined) return [];
    const at = new Date(time).toISOString();
    return { at, celsius, words: wordsOfSymbol(symbol), isDay: !symbol.endsWith('_night') };
  });
  return { forecast: { hours: hours.slice(0, limits.hours), credit }, freshUntil, lastModified };
}

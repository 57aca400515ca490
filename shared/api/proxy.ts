import { z } from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import { forecast, latitude, longitude } from '#shared/model/weather.ts';
import { route } from './contract.ts';

/**
 * What other sites have, fetched by the product: pictures, so that a canvas that holds them can be read and exported, and
 * the weather, so that each service is asked once for all.
 */
export const proxy = {
  image: route(
    'GET',
    '/proxy/image',
    'signed-in',
    'A picture of another site: PNG, JPEG, GIF, WebP, AVIF or an SVG without scripts, up to 4.5 MB',
    { binary: true },
  )
    .input(
      z.strictObject({
        url: z
          .string()
          .max(
            contentLimits.urlLength,
            `The address may be at most ${contentLimits.urlLength} characters long.`,
          )
          .describe('where the picture is: http:// or https://, on the public internet'),
      }),
    )
    .output(z.instanceof(Blob)),
  weather: route(
    'GET',
    '/proxy/weather',
    'signed-in',
    'The weather of a place for the next hours: weather.gov in the United States, MET Norway elsewhere',
  )
    .input(
      z.strictObject({
        latitude: latitude.describe('degrees north; cut to four decimals'),
        longitude: longitude.describe('degrees east; cut to four decimals'),
      }),
    )
    .output(z.object({ forecast: forecast.nullable().describe('null while no service answers') })),
};

import { z } from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import { route } from './contract.ts';

/** Pictures of other sites, fetched by the product: a canvas that holds them can then be read and exported. */
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
};

import { routesOf } from '#functions/kernel/http.ts';
import { answerHeader } from '#functions/kernel/http-context.ts';
import { proxy } from '#shared/api/proxy.ts';
import { placeKey } from '#shared/model/weather.ts';
import { fetchImage } from './fetch-image.ts';
import { proxyLimits } from './limits.ts';
import { forecastOf } from './weather/forecast.ts';

const r = routesOf(proxy);

export const routes = r.router({
  image: r.image.handler(async ({ input }) => {
    const { bytes, contentType } = await fetchImage(input.url);
    answerHeader('cache-control', `private, max-age=${proxyLimits.cacheSeconds}`);
    // Opened by itself, nothing in it runs or loads anything.
    answerHeader('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'");
    answerHeader('content-disposition', 'inline; filename="picture"');
    return new Blob([new Uint8Array(bytes)], { type: contentType });
  }),
  weather: r.weather.handler(async ({ input }) => ({
    forecast: (await forecastOf({ ...input, key: placeKey(input), name: '' })) ?? null,
  })),
});

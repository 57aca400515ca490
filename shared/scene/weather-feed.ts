import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import { type Forecasts, weatherData, weatherPlacesOf } from '#shared/model/weather.ts';
import { keepAsking } from './keep-asking.ts';

/** How often a sign asks for the weather, and looks which hour it is; ms. The CDN keeps an answer as long. */
const refreshMs = 300_000;
/** It is asked again so soon while nothing at all is known; ms. */
const retryMs = 30_000;

/**
 * Keeps the weather of a sign up to date: tells `apply` what `data.weather` is, as soon as something is known and then
 * every five minutes, by the clock where the network is gone. Does nothing for a sign without a place.
 * @returns how to stop
 */
export function followWeather(
  elements: readonly Element[],
  load: () => Promise<Forecasts>,
  apply: (weather: JsonMap) => void,
): () => void {
  const keys = weatherPlacesOf(elements).map(({ key }) => key);
  if (keys.length === 0) return () => undefined;
  let known: Forecasts = {};
  return keepAsking(async (isOver) => {
    known = await load().catch(() => known);
    if (!isOver()) apply(weatherData(keys, known, Date.now()));
    const isComplete = keys.every((key) => known[key] !== undefined);
    return isComplete ? refreshMs : retryMs;
  });
}

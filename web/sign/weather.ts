import type { Forecasts } from '#shared/model/weather.ts';
import { store, stored } from '#web/ui/browser-storage.ts';
import { signPart } from './sign-part.ts';

const key = (publicId: string) => `dealbell-weather-${publicId}`;

/** The weather at a sign's places; what came last where there is no network, also after the screen was switched off. */
export const signWeather = (publicId: string) => async (): Promise<Forecasts> => {
  try {
    const { places } = await signPart<{ places: Forecasts }>(publicId, 'weather');
    store(key(publicId), places);
    return places;
  } catch {
    return (stored(key(publicId)) ?? {}) as Forecasts;
  }
};

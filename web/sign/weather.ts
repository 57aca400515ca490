import type { Forecasts } from '#shared/model/weather.ts';
import { signPart } from './sign-part.ts';

const key = (publicId: string) => `dealbell-weather-${publicId}`;

function kept(publicId: string): Forecasts {
  try {
    return JSON.parse(localStorage.getItem(key(publicId)) ?? '{}') as Forecasts;
  } catch {
    return {};
  }
}

function remember(publicId: string, places: Forecasts): void {
  try {
    localStorage.setItem(key(publicId), JSON.stringify(places));
  } catch {
    // Without storage the sign only forgets it at a reload without a network.
  }
}

/** The weather at a sign's places; what came last where there is no network, also after the screen was switched off. */
export const signWeather = (publicId: string) => async (): Promise<Forecasts> => {
  try {
    const { places } = await signPart<{ places: Forecasts }>(publicId, 'weather');
    remember(publicId, places);
    return places;
  } catch {
    return kept(publicId);
  }
};

import { useEffect } from 'react';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { type Forecasts, type WeatherPlace, weatherData, weatherPlacesOf } from '#shared/model/weather.ts';
import { api } from '#web/app/api.ts';
import type { Editor } from '../editor/editor.ts';
import type { Signal } from '../editor/signal.ts';

/** Pause in ms after the last edit before its places are asked for: coordinates are typed digit by digit. */
const typingMs = 800;
/** Asked again after this, ms; the server asks the services no sooner than they allow. */
const againMs = 600_000;
/** Asked again after this where nothing came, ms: so soon the server asks a service that failed. */
const retryMs = 60_000;

/** Keeps `data.weather` of an open project up to date with the places that its elements show. */
export function useWeather(editor: Editor, weather: Signal<JsonMap>): void {
  useEffect(() => {
    const known: Forecasts = {};
    const dueAt = new Map<string, number>();
    let timer: number | undefined;
    let isOver = false;
    const ask = async ({ key, latitude, longitude }: WeatherPlace) => {
      dueAt.set(key, Date.now() + againMs);
      const answer = await api.proxy.weather({ latitude, longitude }).catch(() => undefined);
      if (answer?.forecast) known[key] = answer.forecast;
      else dueAt.set(key, Date.now() + retryMs);
    };
    const look = async () => {
      const places = weatherPlacesOf(editor.document.ofAllPages());
      if (places.length === 0) return;
      const isDue = ({ key }: WeatherPlace) => Date.now() >= (dueAt.get(key) ?? 0);
      await Promise.all(places.filter(isDue).map(ask));
      if (isOver) return;
      const next = weatherData(
        places.map(({ key }) => key),
        known,
        Date.now(),
      );
      // The canvas is drawn anew with each other object.
      if (JSON.stringify(next) !== JSON.stringify(weather.get())) weather.set(next);
    };
    const lookSoon = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void look(), typingMs);
    };
    void look();
    const stop = editor.document.revision.subscribe(lookSoon);
    const every = window.setInterval(() => void look(), retryMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      window.clearInterval(every);
      stop();
    };
  }, [editor, weather]);
}

import { z } from 'zod';
import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';
import { forecast } from '#shared/model/weather.ts';
import { weatherLimits as limits } from './limits.ts';

/**
 * What services said of a place, in the platform's partition: the weather of Miami is the same for every tenant, and
 * the services ask that it be fetched once.
 */
const Forecasts = entity('weatherForecast', {
  fields: z.object({
    /** The place's key: its coordinates. */
    place: z.string(),
    forecast: forecast.optional(),
    /** Before this nobody asks again; ms since 1970. */
    freshUntil: z.number().default(0),
    /** Somebody asks at this moment; ms since 1970. */
    askedUntil: z.number(),
    lastModified: z.string().default(''),
    /** Its cell at weather.gov; '' for a place that is not theirs. */
    grid: z.string().optional(),
    gridUntil: z.number().default(0),
    /** Seconds since 1970. */
    expiresAt: z.number(),
  }),
  key: { partition: ['place'], sort: [], casing: 'none' },
});
export type StoredForecast = Stored<typeof Forecasts>;

/** How many places a tenant began to show in a day, in the tenant's own partition. */
const NewPlaces = entity('weatherNewPlaces', {
  fields: z.object({ day: z.string(), count: z.number(), expiresAt: z.number() }),
  key: { partition: ['day'], sort: [], casing: 'none' },
});

/** Requests to one host within a second. The second is part of the key, so that none has to be closed. */
const Requests = entity('weatherRequests', {
  fields: z.object({ host: z.string(), second: z.number(), count: z.number(), expiresAt: z.number() }),
  key: { partition: ['host', 'second'], sort: [], casing: 'none' },
});

const onPlatform = <T>(work: () => Promise<T>): Promise<T> => asSystem(platformTenant, 'weather', work);

export const findForecast = (place: string): Promise<StoredForecast | undefined> =>
  onPlatform(() => Forecasts.find({ place }));

/** Takes the asking for one caller; false while another is at it, or while what is known is fresh. */
export function takeAsking(place: string): Promise<boolean> {
  const now = clock.now();
  const write = () =>
    Forecasts.upsert({ place })
      .set({ askedUntil: now + limits.lease, expiresAt: clock.seconds() + limits.kept })
      .where(
        (at, op) =>
          `(${op.notExists(at.askedUntil)} OR ${op.lt(at.askedUntil, now)}) AND (${op.notExists(at.freshUntil)} OR ${op.lte(at.freshUntil, now)})`,
      )
      .params();
  return onPlatform(() => accepted(writeOne(write())));
}

/** Notes what came of asking, and lets others ask again. */
export const noteAnswer = (
  place: string,
  answer: Partial<Pick<StoredForecast, 'forecast' | 'freshUntil' | 'lastModified' | 'grid' | 'gridUntil'>>,
): Promise<void> =>
  onPlatform(() =>
    writeOne(
      Forecasts.patch({ place })
        .set({ ...answer, askedUntil: 0 })
        .params(),
    ),
  );

/** Counts a place that the actor's tenant begins to show. @returns how many it began with today */
export async function countNewPlace(): Promise<number> {
  const day = clock.iso().slice(0, 10);
  const { data } = await NewPlaces.upsert({ day })
    .add({ count: 1 })
    .ifNotExists({ expiresAt: clock.seconds() + 2 * 24 * 3600 })
    .go({ response: 'all_new' });
  return data.count ?? 1;
}

/** Counts a request to a host, by whichever function and tenant. @returns how many there were in this second */
export async function countRequest(host: string): Promise<number> {
  const second = clock.seconds();
  const { data } = await onPlatform(() =>
    Requests.upsert({ host, second })
      .add({ count: 1 })
      .ifNotExists({ expiresAt: second + 60 })
      .go({ response: 'all_new' }),
  );
  return data.count ?? 1;
}

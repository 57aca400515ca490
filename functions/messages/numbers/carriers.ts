import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import { isSharingReads, readOnce } from '#functions/kernel/shared-reads.ts';
import { orElse, writeOne } from '#functions/kernel/table.ts';
import {
  type Carrier,
  type CarrierLimits,
  carrierNamed,
  carriers,
  limitsOf,
} from '#shared/model/carrier-limits.ts';
import { isTollFree, type TextRegistration } from '#shared/model/text-registration.ts';
import { dateAfter, instantOf, localTime } from '#shared/model/zone-time.ts';
import { smsProviderOf } from '../providers/index.ts';
import { ProviderRefused } from '../providers/types.ts';
import { smsAccount } from '../settings/accounts.ts';
import type { MessageSettings } from '../settings/store.ts';
import { takeTokens } from './bucket-store.ts';

/*
 * The limits of the recipients' carriers. Who somebody's carrier is costs a look-up, which is kept; what has gone to T-Mobile
 * in a day is counted in the transaction that writes a text down, so that no two take the last segment.
 */

/** People rarely change their carrier, and a look-up costs half a cent; seconds. */
const believedSeconds = 90 * 86_400;
/** A number that the provider does not know is asked about again so soon; seconds. */
const unknownSeconds = 86_400;

const Carriers = entity('numberCarrier', {
  fields: z.object({ number: z.string(), carrier: z.enum(carriers), expiresAt: z.number() }),
  key: { partition: ['number'], sort: [] },
});

/** Segments that went to T-Mobile's customers in a day of Los Angeles. */
const CarrierDays = entity('carrierDay', {
  fields: z.object({ day: z.string(), segments: z.number().default(0), expiresAt: z.number() }),
  key: { partition: ['day'], sort: [] },
});

/** Whose customer a number is, from what is kept or from the provider. @throws ProviderDown */
export async function carrierOf(
  number: string,
  settings: MessageSettings,
  provider: string,
): Promise<Carrier> {
  const known = await Carriers.find({ number });
  if (known && known.expiresAt > clock.seconds()) return known.carrier;
  const account = await smsAccount(settings, provider);
  const name = await smsProviderOf(provider)
    .carrierName(account, number)
    .catch((error) => {
      if (error instanceof ProviderRefused) return null;
      throw error;
    });
  const carrier = carrierNamed(name ?? '');
  const expiresAt = clock.seconds() + (name === null ? unknownSeconds : believedSeconds);
  await writeOne(Carriers.put({ number, carrier, expiresAt }));
  return carrier;
}

/** Reads whose customers these are, for a step that is going to text them; nothing where no limit asks for it. */
export async function readCarriersAhead(
  numbers: readonly string[],
  { registration }: MessageSettings,
): Promise<void> {
  if (registration) await Carriers.readAhead(numbers.map((number) => ({ number })));
}

/** Of some numbers, those whose carrier is kept. */
export async function keptCarriers(
  numbers: readonly string[],
): Promise<{ number: string; carrier: Carrier }[]> {
  const kept = await Carriers.findMany(numbers.map((number) => ({ number })));
  return kept.map(({ number, carrier }) => ({ number, carrier }));
}

export const forgetCarriers = (numbers: readonly string[]): Promise<void> =>
  Carriers.removeEvery(numbers.map((number) => ({ number })));

const pacific = 'America/Los_Angeles';

/** T-Mobile's day is used up for the brand. */
export class CarrierDayFull extends Error {
  /** ISO 8601: when T-Mobile's next day begins. */
  readonly retryAt: string;
  constructor(segments: number, retryAt: string) {
    super(`T-Mobile takes ${segments.toLocaleString('en')} segments a day from you, and they are used up.`);
    this.retryAt = retryAt;
  }
}

/** AT&T takes no more texts of this minute; ms since 1970. */
export class CarrierMinuteFull {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
  readonly why = 'AT&T takes as many texts a minute from you as it may.';
}

/** Segments that went out in a day; those who ask within one step share what was read. */
const segmentsOf = (day: string): Promise<number> =>
  readOnce(`segments of ${day}`, async () => (await CarrierDays.find({ day }))?.segments ?? 0);

/**
 * The write that takes a text's segments of T-Mobile's day; `commit` throws CarrierDayFull where they are too many.
 * @throws CarrierDayFull where that is known before anything is written
 */
async function takeSegments(segments: number, { tmobileSegmentsADay: most }: CarrierLimits): Promise<object> {
  const { date: day } = localTime(pacific, clock.now());
  const next = new Date(instantOf(pacific, dateAfter(day, 1), 0)).toISOString();
  if (isSharingReads() && (await segmentsOf(day)) > most - segments) throw new CarrierDayFull(most, next);
  return orElse(
    CarrierDays.update({ day })
      .set({ expiresAt: clock.seconds() + 14 * 86_400 })
      .add({ segments })
      .where(
        ({ segments: used }, { lte, notExists }) => `${notExists(used)} OR ${lte(used, most - segments)}`,
      )
      .params(),
    new CarrierDayFull(most, next),
  );
}

/**
 * What a text to a number takes of its carrier's limits: the writes that count it, or that AT&T's minute is full. Nothing
 * where the tenant has said of no registration, and of toll-free numbers, which 10DLC does not know. What the number's
 * own carrier says goes before what follows from the registration that the tenant has said.
 * @param takesTokens false where AT&T's token of this text has been taken already
 * @param comesBack whether the text is tried again at the very time that is answered: then nobody else is told that
 * @throws ProviderDown, CarrierDayFull
 */
export async function carrierClaim(
  text: {
    to: string;
    from: string;
    provider: string;
    segments: number;
    registration: TextRegistration | null;
  },
  settings: MessageSettings,
  { takesTokens, comesBack }: { takesTokens: boolean; comesBack: boolean },
): Promise<{ writes: object[] } | CarrierMinuteFull> {
  if (!settings.registration || isTollFree(text.from)) return { writes: [] };
  const said = limitsOf(settings.registration);
  const told = text.registration;
  const limits = {
    tmobileSegmentsADay: told?.tmobileSegmentsADay ?? said.tmobileSegmentsADay,
    attTextsAMinute: told?.attTextsAMinute ?? said.attTextsAMinute,
  };
  const carrier = await carrierOf(text.to, settings, text.provider);
  if (carrier === 'tmobile') return { writes: [await takeSegments(text.segments, limits)] };
  if (carrier === 'att' && takesTokens) {
    // AT&T counts by registered campaign: numbers of another one have a minute of their own.
    const bucket = told?.campaignId ? `carrier att ${told.campaignId}` : 'carrier att';
    const { granted, at } = await takeTokens(bucket, limits.attTextsAMinute, { comesBack });
    if (granted === 0) return new CarrierMinuteFull(at);
  }
  return { writes: [] };
}

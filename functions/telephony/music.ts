import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { publicSound, removePublicSound } from '#functions/kernel/public-sound.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { type HoldMusic, holdMusicLimits } from '#shared/model/hold-music.ts';
import { ExchangeRefused } from './adapter.ts';
import { ExchangeDown } from './down.ts';
import { onExchangeNew } from './hooks.ts';

/** A tenant's own music: one item. */
const Music = entity('holdMusic', {
  fields: z.object({ name: z.string(), url: z.string(), seconds: z.number() }),
  key: { partition: [], sort: [] },
});

export const readMusic = async (): Promise<HoldMusic> => {
  const { name, url, seconds } = (await Music.find({})) ?? {};
  return url === undefined ? null : { name: name!, url, seconds: seconds! };
};

/** The music as the exchange is told of it. */
export async function musicForExchange(): Promise<{ music?: { audioUrl: string } }> {
  const music = await readMusic();
  return music ? { music: { audioUrl: `${publicUrl()}${music.url}` } } : {};
}

/**
 * Sets what callers hear, or without a file the exchange's own music, and has the exchange told.
 * @param tell tells the exchange of the tenant's account
 * @throws 400 for what is no sound of telephones, or too long
 */
export async function changeMusic(
  { audio, name }: { audio?: Blob | undefined; name: string },
  tell: () => Promise<void>,
): Promise<HoldMusic> {
  const before = await readMusic();
  const music = audio ? { name, ...(await publicSound(audio, 'music', holdMusicLimits)) } : null;
  await writeOne(music ? Music.put(music) : Music.remove({}));
  try {
    await tell();
  } catch (error) {
    const isKnown =
      error instanceof ExchangeDown || error instanceof ExchangeRefused || error instanceof AppError;
    if (!isKnown) throw error;
    // Whatever it is told of next brings the music along.
    log.warn('The exchange was not told of the music, and is within the minute.', { error });
    await onExchangeNew.run();
  }
  await removePublicSound(before);
  return music;
}

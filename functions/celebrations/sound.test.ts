import { describe, expect, it } from 'vitest';
import { findExport } from '#functions/content/exports/store.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { api } from '#shared/api/index.ts';
import { bellSound } from '#shared/model/bell-sound.ts';
import type { CelebrationRuleFields } from '#shared/model/celebration.ts';
import { readWav } from '#shared/sound/wav.ts';
import { openOffice } from '#tests/support/celebrations.ts';
import { formOf } from '#tests/support/rep-photos.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { anybody } from '#tests/support/tenant.ts';

/* What is heard when a sale comes on. */

const { celebrations, content } = api;
const sandbox = withSandbox();

type Office = Awaited<ReturnType<typeof openOffice>>;

/** A sound of the library. */
async function uploaded({ admin }: Office): Promise<string> {
  const file = Buffer.from(bellSound().split(',')[1]!, 'base64');
  const { status, body } = await admin.call(content.uploadAsset, {}, await formOf({ file, name: 'Gong' }));
  expect([status, body.assetType]).toEqual([201, 'audio']);
  return body.id;
}

/** Sells under a rule, and answers what of the display's sign is heard. */
async function heard(fields: (own: Office) => Promise<Partial<CelebrationRuleFields>>) {
  const own = await openOffice(sandbox);
  await own.rule(await fields(own));
  await own.sell('Ada', 100);
  const { body } = await anybody().call(content.publicContent, { publicId: (await own.address())! });
  const sounds = body.elements.flatMap(({ properties, opacity }) =>
    properties.customElementType === 'audio_player' ? [{ ...properties, opacity }] : [],
  );
  return { ...own, sounds };
}

describe('a sale that comes on', () => {
  it('is silent by default', async () => {
    expect((await heard(async () => ({}))).sounds).toEqual([]);
  });

  it('rings the product’s bell, which is a sound of a second or two', async () => {
    const { sounds } = await heard(async () => ({ sound: 'bell' }));
    expect(sounds).toMatchObject([{ src: bellSound(), autoplay: true, opacity: 0 }]);
    const file = Buffer.from(bellSound().split(',')[1]!, 'base64');
    const { rate, samples } = readWav(new Uint8Array(file));
    expect(samples.length / rate).toBeCloseTo(1.6, 1);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(0.4);
    expect(loudest).toBeLessThan(1);
  });

  it('plays a file of the library, and is silent once that is gone', async () => {
    const { admin, sounds, sell, records, system } = await heard(async (own) => ({
      sound: 'file',
      soundId: await uploaded(own),
      video: true,
    }));
    const { assets } = (await admin.call(content.listAssets, { type: 'audio' })).body;
    expect(sounds).toMatchObject([{ src: assets[0]!.publicUrl }]);
    const sourceOf = async (at: number) => {
      const { celebrationId } = (await records())[at]!;
      const id = deterministicId('exp', 'celebration', 'video', celebrationId);
      expect(await system(() => findExport(id))).toBeDefined();
      const file = await system(() => bucket('exports').get(`${id}/source.json`));
      return file!.toString();
    };
    expect(await sourceOf(0)).toContain(assets[0]!.publicUrl);
    expect((await admin.call(content.removeAsset, { id: assets[0]!.id })).status).toBe(200);
    await sell('Grace', 100);
    expect(await sourceOf(1)).not.toContain('audio_player');
  });

  it('is not given a file that is not there, nor none where one is to be chosen', async () => {
    const { admin, projectId } = await openOffice(sandbox);
    const given = { name: 'Loud', projectId, sound: 'file' } as const;
    const none = await admin.call(celebrations.createRule, given);
    expect([none.status, JSON.stringify(none.body)]).toEqual([
      400,
      expect.stringContaining('Please choose a sound.'),
    ]);
    const gone = await admin.call(celebrations.createRule, {
      ...given,
      soundId: 'ast_01HZZZZZZZZZZZZZZZZZZZZZZZ',
    });
    expect(gone.status).toBe(400);
  });
});

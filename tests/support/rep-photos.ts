import sharp from 'sharp';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from './tenant.ts';

const { repPhotos } = api;

/** A picture of two halves, left in one colour and right in another. */
export const halves = (width: number, height: number, left: string, right: string) =>
  sharp({ create: { width, height, channels: 3, background: right } }).composite([
    {
      input: { create: { width: Math.round(width / 2), height, channels: 3, background: left } },
      left: 0,
      top: 0,
    },
  ]);
export const plain = (color = '#336699') => halves(40, 40, color, color).jpeg().toBuffer();

export async function formOf(fields: Record<string, string | Buffer | Buffer[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat())
      if (typeof one === 'string') form.append(name, one);
      else form.append(name, new Blob([new Uint8Array(one)]), 'photo.jpg');
  const body = new Response(form);
  return {
    headers: { 'content-type': body.headers.get('content-type')! },
    body: Buffer.from(await body.arrayBuffer()),
  };
}

export async function library() {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const admin = as(tenant.admin);
  const upload = async (fields: Record<string, string | Buffer>, who = agent) =>
    who.call(repPhotos.upload, {}, await formOf(fields));
  const served = (path: string) =>
    asSystem(tenant.id, 'test', () => bucket('media').get(path.slice(`/media/${tenant.id}/`.length)));
  return { tenant, agent, admin, upload, served };
}

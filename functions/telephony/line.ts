import { z } from 'zod';
import { tenantOf } from '#functions/kernel/actor.ts';
import { entity } from '#functions/kernel/entity.ts';
import { randomToken } from '#functions/kernel/ids.ts';
import { seal, unseal } from '#functions/kernel/secrets.ts';
import { accepted, commit } from '#functions/kernel/table.ts';

/** A tenant's line with its exchange: the address that it tells us things at, and the secret that proves them. */
const Lines = entity('exchangeLine', {
  fields: z.object({ key: z.string(), sealedSecret: z.string() }),
  key: { partition: [], sort: [] },
});

const purpose = 'exchange-callback';

export interface Line {
  /** Of the public address; the tenant's number is in it. */
  key: string;
  secret: string;
}

/** Lines as they were read last: neither part of one ever changes. */
const known = new Map<number, Line>();

/** The tenant's line, if it has ever had a call made. */
export async function findLine(): Promise<Line | undefined> {
  const tenantId = tenantOf();
  const kept = known.get(tenantId);
  if (kept) return kept;
  const stored = await Lines.find({});
  if (!stored) return undefined;
  const line = { key: stored.key, secret: await unseal(purpose, stored.sealedSecret) };
  known.set(tenantId, line);
  return line;
}

/** The tenant's line, made when it is wanted first. */
export async function lineOf(): Promise<Line> {
  const there = await findLine();
  if (there) return there;
  const key = `tel_${tenantOf()}_${randomToken()}`;
  const sealedSecret = await seal(purpose, randomToken(32));
  // Where somebody else had it made at the same instant, theirs is the line.
  await accepted(commit(Lines.insert({ key, sealedSecret })));
  return (await findLine())!;
}

/** The tenant that a line's key names. */
export const tenantOfKey = (key: string): number => Number(/^tel_(\d{1,10})_/.exec(key)?.[1] ?? 0);

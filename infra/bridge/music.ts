import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Account } from '#shared/exchange/commands.ts';
import type { Parts } from './calls.ts';
import { fetchSound } from './sounds.ts';

/*
 * A tenant's own music is a class of Asterisk's music on hold, `t<tenant>`: a folder with one file, and a file of
 * configuration that musiconhold.conf includes. Each file has a folder of its own, so that whoever hears the one before
 * hears it to its end.
 */

const musicClassOf = (tenant: number): string => `t${tenant}`;

const configOf = (folder: string, tenant: number): string => join(folder, `${musicClassOf(tenant)}.conf`);

/** The class of a tenant's own music, where there is one. */
export function ownMusic({ settings }: Parts, tenant: number): string | undefined {
  return settings.music && existsSync(configOf(settings.music, tenant)) ? musicClassOf(tenant) : undefined;
}

/** Puts a tenant's music into Asterisk, or takes it out. What cannot be fetched is tried again with the next account. */
export async function putMusic(
  parts: Parts,
  tenant: number,
  before: Account | undefined,
  { music }: Account,
): Promise<void> {
  const { settings, ari, log } = parts;
  const folder = settings.music;
  if (!folder) return;
  const isThere = ownMusic(parts, tenant) !== undefined;
  if (music ? isThere && before?.music?.audioUrl === music.audioUrl : !isThere) return;
  if (music)
    try {
      const sound = await fetchSound(settings.folder, music.audioUrl);
      const directory = join(folder, `${musicClassOf(tenant)}-${basename(sound)}`);
      mkdirSync(directory, { recursive: true });
      copyFileSync(`${sound}.wav`, join(directory, 'music.wav'));
      const lines = [`[${musicClassOf(tenant)}]`, 'mode = files', `directory = ${directory}`, ''];
      writeFileSync(configOf(folder, tenant), lines.join('\n'));
    } catch (error) {
      log(`The music of tenant ${tenant} is not heard: ${(error as Error).message}`);
      return;
    }
  else rmSync(configOf(folder, tenant), { force: true });
  // An Asterisk that is away reads it when it starts.
  if (ari.connected) await ari.attempt('PUT', 'asterisk/modules/res_musiconhold.so');
}

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plansFolder } from '#infra/bridge/plans.ts';
import type { BridgeSettings } from '#infra/bridge/settings.ts';
import { cacheDir } from '#infra/local/paths.ts';
import { type AsteriskOptions, type Carrier, foldersOf } from './config.ts';

/** Where the packages are unpacked; shared by every Asterisk of this checkout. */
export const packagesFolder = (): string => join(cacheDir, 'asterisk');

interface ExchangePorts {
  bridge: number;
  http: number;
  carrier: number;
  deskPhones: number;
  rtp: [number, number];
}

/** An Asterisk and its bridge on this machine, as both are told of each other. */
export interface LocalExchange {
  asterisk: AsteriskOptions;
  bridge: BridgeSettings & { secret: string };
  /** The file that the bridge reads. */
  settingsFile: string;
}

/** Passwords are made once, so that tokens and phones outlive a restart. */
function secretsOf(folder: string): { ariPassword: string; secret: string } {
  const file = join(folder, 'secrets.json');
  if (!existsSync(file)) {
    const made = () => randomBytes(32).toString('hex');
    writeFileSync(file, JSON.stringify({ ariPassword: made(), secret: made() }), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The product that the bridge was enrolled with at an earlier start. */
function productOf(settingsFile: string): string | undefined {
  if (!existsSync(settingsFile)) return undefined;
  return (JSON.parse(readFileSync(settingsFile, 'utf8')) as { product?: string }).product;
}

/** @param product where the bridge enrols and fetches its commands; without it, the product reaches it by HTTP */
export function localExchange(
  folder: string,
  ports: ExchangePorts,
  carrier: Carrier,
  product?: string,
): LocalExchange {
  mkdirSync(folder, { recursive: true });
  const { ariPassword, secret } = secretsOf(folder);
  const settingsFile = join(folder, 'bridge.json');
  const asterisk: AsteriskOptions = {
    folder: join(folder, 'asterisk'),
    httpPort: ports.http,
    carrierBind: { address: '127.0.0.1', port: ports.carrier },
    carrier,
    deskPhonesBind: { address: '127.0.0.1', port: ports.deskPhones },
    rtpPorts: ports.rtp,
    bridgePort: ports.bridge,
    bridgePassword: ariPassword,
    plansFolder: plansFolder(join(folder, 'bridge')),
  };
  const bridge: LocalExchange['bridge'] = {
    folder: join(folder, 'bridge'),
    host: '127.0.0.1',
    port: ports.bridge,
    ariPassword,
    secret,
    recordings: foldersOf(asterisk.folder).recordings,
    music: foldersOf(asterisk.folder).tenantMusic,
    phoneUrl: `ws://127.0.0.1:${ports.http}/ws`,
    iceServers: [],
    carrier: 'carrier',
    product: product ?? productOf(settingsFile),
  };
  writeFileSync(settingsFile, JSON.stringify(bridge, null, 2), { mode: 0o600 });
  return { asterisk, bridge, settingsFile };
}

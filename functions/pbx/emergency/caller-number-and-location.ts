import type { ExtensionRecord } from '../extensions/store.ts';
import { readEmergencySettings } from './store.ts';

/**
 * The number that emergency calls of a phone show, by which the emergency services call back: the extension's own caller
 * ID, else the workspace's callback number; null where neither is known. 47 CFR 9.16(b)(2)(ii)
 */
export const callbackNumberOf = async ({
  callerId,
}: Pick<ExtensionRecord, 'callerId'>): Promise<string | null> =>
  callerId ?? (await readEmergencySettings()).callbackNumber;

/** Where a phone stands: the extension's location, else the workspace's; empty where neither is known. 47 CFR 9.16(b)(3) */
export const locationOf = async ({ location }: Pick<ExtensionRecord, 'location'>): Promise<string> =>
  location || (await readEmergencySettings()).location;

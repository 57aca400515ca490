import { numbersTo } from '../exchange/number-hooks.ts';
import type { ExtensionRecord } from '../extensions/store.ts';
import { readEmergencySettings } from './store.ts';

/**
 * The number that emergency calls of a phone show, by which the emergency services call back: the extension's own caller
 * ID, else the workspace's callback number, else a number that leads to the extension. 47 CFR 9.16(b)(2)(ii)
 */
export async function callbackNumberOf(extension: ExtensionRecord): Promise<string | null> {
  if (extension.callerId) return extension.callerId;
  const { callbackNumber } = await readEmergencySettings();
  return callbackNumber ?? (await numbersTo.run(extension.extensionId))[0] ?? null;
}

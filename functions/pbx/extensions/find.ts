import { findNumber } from '../numbers.ts';
import { type ExtensionRecord, findExtension } from './store.ts';

/** The extension that has a number; undefined where there is none, or a queue has it. */
export async function extensionNumbered(number: string): Promise<ExtensionRecord | undefined> {
  const found = await findNumber(number);
  return found?.kind === 'extension' ? findExtension(found.id) : undefined;
}

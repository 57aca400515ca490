import type { Resolving } from './resolve.ts';

/**
 * The extension in whose mailbox a caller's message is kept. @throws by `fail` where it is gone, or takes no messages
 */
export function mailboxOf(extensionId: string, { resources, fail }: Resolving): string {
  const owner = resources.extensions.get(extensionId) ?? fail('The extension whose mailbox it is, is gone.');
  if (!owner.voicemail)
    fail(`Extension ${owner.number} takes no messages. Please switch its voicemail on first.`);
  return extensionId;
}

import { api } from '#web/app/api.ts';

type Answer = Record<string, unknown>;

/** Whether this browser can use passkeys at all, which it can in secure contexts only. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Somebody closed the browser's dialog, or let it run out: nothing to complain about. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

async function unlessCancelled<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}

/**
 * Has a passkey answer the server's question.
 * @param challenge of a sign-in that waits for its second factor
 * @returns undefined when the person did not want to
 */
export async function answerWithPasskey(challenge?: string): Promise<Answer | undefined> {
  // Fetched when it is wanted: most sign-ins are by password.
  const [{ options }, { startAuthentication }] = await Promise.all([
    api.auth.passkeyOptions(challenge ? { challenge } : {}),
    import('@simplewebauthn/browser'),
  ]);
  const answer = await unlessCancelled(startAuthentication({ optionsJSON: options as never }));
  return answer as Answer | undefined;
}

/** Has the browser make a passkey; undefined when the person did not want to. @throws when this device has one */
export async function makePasskey(password: string): Promise<Answer | undefined> {
  const [{ options }, { startRegistration }] = await Promise.all([
    api.auth.beginPasskey({ password }),
    import('@simplewebauthn/browser'),
  ]);
  try {
    return (await unlessCancelled(startRegistration({ optionsJSON: options as never }))) as
      | Answer
      | undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidStateError')
      throw new Error('This device has a passkey for your account already.');
    throw error;
  }
}

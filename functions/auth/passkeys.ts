import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { asVisitor, tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry, auditedUser } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { newId } from '#functions/kernel/ids.ts';
import { log } from '#functions/kernel/log.ts';
import { commit, onRefused } from '#functions/kernel/table.ts';
import { assertOwnPassword, me } from '#functions/users/api.ts';
import type { Passkey } from '#shared/api/own-sign-in.ts';
import { challengeSeconds, passkeysPerUser } from './limits.ts';
import {
  isPasskeyChallenge,
  markPasskeyChallengeUsed,
  newPasskeyChallenge,
  type Purpose,
} from './passkey-challenge.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  noteUse,
  passkeysOf,
  type StoredPasskey,
} from './passkey-store.ts';
import { relyingParty } from './relying-party.ts';
import { assertMayGo, freeingSession } from './required-factor.ts';
import { hasSecondFactor } from './totp-store.ts';

/** Some 0.5 MB of certificates' formats, which no other call of this function should wait for. */
const library = () => import('@simplewebauthn/server');

const timeout = challengeSeconds * 1000;

/** A passkey names its owner, so that it is looked for in one user's part of the table only. */
const handleOf = (userId: string) => new TextEncoder().encode(`${tenantOf()}.${userId}`);

function ownerOf(handle: string | undefined): { tenantId: number; userId: string } | undefined {
  const text = Buffer.from(handle ?? '', 'base64url').toString();
  const parts = /^([1-9]\d{0,9})\.(usr_[0-9A-Za-z]{1,40})$/.exec(text);
  return parts ? { tenantId: Number(parts[1]), userId: parts[2]! } : undefined;
}

const view = (passkey: StoredPasskey): Passkey => ({
  id: passkey.passkeyId,
  name: passkey.name,
  createdAt: passkey.createdAt,
  lastUsedAt: passkey.lastUsedAt ?? null,
  synced: passkey.synced,
});

export async function listPasskeys() {
  const { userId } = await me();
  return { passkeys: (await passkeysOf(userId)).map(view) };
}

/** What the browser makes a passkey from. @throws 400 for a wrong password; 409 with too many; 429 */
export async function beginPasskey(password: string): Promise<object> {
  const { userId, username, firstLast } = await assertOwnPassword(password);
  const has = await passkeysOf(userId);
  if (has.length >= passkeysPerUser)
    throw conflict(`You have ${passkeysPerUser} passkeys. Remove one that you no longer use.`);
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Dealbell',
    rpID: relyingParty().id,
    userName: username,
    userDisplayName: firstLast || username,
    userID: handleOf(userId),
    challenge: await newPasskeyChallenge(`register ${userId}`),
    timeout,
    attestationType: 'none',
    excludeCredentials: has.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // Discoverable, so that it signs in without a username; verified, so that it is a factor of its own.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Keeps the passkey that the browser made of `beginPasskey`'s options. @throws 400 when it proves nothing; 409 */
export async function addPasskey(name: string, response: Record<string, unknown>): Promise<Passkey> {
  const { userId, username } = await me();
  const { id, origin } = relyingParty();
  const { verifyRegistrationResponse } = await library();
  const challenges: string[] = [];
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: expected(`register ${userId}`, challenges),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(unproven);
  if (!registrationInfo || !(await markPasskeyChallengeUsed(challenges[0]!))) throw notTaken();
  const { credential, credentialBackedUp } = registrationInfo;
  const passkey: StoredPasskey = {
    userId,
    credentialId: credential.id,
    passkeyId: newId('psk'),
    name,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports,
    synced: credentialBackedUp,
    createdAt: clock.iso(),
  };
  await commit(
    insertPasskey(passkey),
    event('user.updated', userId, { userId, username, changed: ['passkeys'] }),
    auditEntry('user.secondFactorAdded', auditedUser({ userId, username }), {
      method: `the passkey ${name}`,
    }),
    freeingSession(),
  ).catch((error) => onRefused(error, () => conflict('You have this passkey already.')));
  return view(passkey);
}

/** @throws 403 where the workspace asks for a second step and this is the last; 404 */
export async function removePasskey(passkeyId: string): Promise<void> {
  const { userId, username } = await me();
  const all = await passkeysOf(userId);
  const passkey = all.find((one) => one.passkeyId === passkeyId);
  if (!passkey) throw notFound('The passkey');
  await assertMayGo({ left: all.length > 1 || (await hasSecondFactor(userId)) });
  await commit(
    deletePasskey(passkey),
    event('user.updated', userId, { userId, username, changed: ['passkeys'] }),
    auditEntry('user.secondFactorRemoved', auditedUser({ userId, username }), {
      method: `the passkey ${passkey.name}`,
    }),
  );
}

/**
 * What the browser asks a passkey to sign.
 * @param userId whose passkey it must be; nobody's in particular where it shall say itself who signs in
 */
export async function passkeyRequest(userId?: string): Promise<object> {
  const allowed = userId ? await passkeysOf(userId) : [];
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: await newPasskeyChallenge(userId ? `second factor ${userId}` : 'sign in'),
    timeout,
    userVerification: 'required',
    allowCredentials: allowed.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as never,
    })),
  });
}

/**
 * Who answered with a passkey. A challenge works once, and a passkey that counted backwards has a double somewhere.
 * @param userId of the actor's tenant, for a second factor: nobody else's passkey counts
 * @returns undefined when it is nobody's, or proves nothing
 */
export async function whoAnswered(
  response: Record<string, unknown>,
  userId?: string,
): Promise<{ tenantId: number; userId: string } | undefined> {
  const answer = response as unknown as AuthenticationResponseJSON;
  const owner = userId ? { tenantId: tenantOf(), userId } : ownerOf(answer.response?.userHandle);
  if (!owner || typeof answer.id !== 'string' || answer.id.length > 1500 || !answer.id) return undefined;
  return asVisitor(owner.tenantId, async () => {
    const passkey = await findPasskey(owner.userId, answer.id);
    if (!passkey) return undefined;
    const challenges: string[] = [];
    const proof = await verify(answer, passkey, userId ? `second factor ${userId}` : 'sign in', challenges);
    if (!proof || !(await markPasskeyChallengeUsed(challenges[0]!))) return undefined;
    const used = await noteUse(passkey, { counter: proof.newCounter, at: clock.iso() });
    return used ? owner : undefined;
  });
}

async function verify(
  response: AuthenticationResponseJSON,
  { credentialId, publicKey, counter }: StoredPasskey,
  purpose: Purpose,
  challenges: string[],
) {
  const { id, origin } = relyingParty();
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: expected(purpose, challenges),
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter,
    },
    requireUserVerification: true,
  }).catch((error) => {
    log.info('A passkey was not taken.', { reason: String(error) });
    return { verified: false, authenticationInfo: undefined };
  });
  return verified ? authenticationInfo : undefined;
}

/** The check of a challenge, which leaves the one that it took in `challenges`. */
const expected = (purpose: Purpose, challenges: string[]) => async (challenge: string) => {
  if (!(await isPasskeyChallenge(purpose, challenge))) return false;
  challenges.push(challenge);
  return true;
};

const notTaken = () => badRequest('The passkey could not be checked. Please try again.');

/** The library throws for whatever is wrong with an answer; it is the caller's, and none of ours. */
function unproven(error: unknown): never {
  if (error instanceof AppError) throw error;
  log.info('A new passkey was not taken.', { reason: String(error) });
  throw notTaken();
}

import { tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { sandboxUrl } from '#functions/kernel/env.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { seal, unsealRemembered } from '#functions/kernel/secrets.ts';
import { commit } from '#functions/kernel/table.ts';
import type { Voice, VoiceProviderName } from '#shared/model/prompt-recording.ts';
import { readVoiceSettings, voiceSettingsWrite } from './store.ts';
import { providers } from './voices/index.ts';
import { type VoiceAccount, VoiceBusy, VoiceRefused } from './voices/types.ts';

const purpose = 'elevenlabs-key';
/** The local cloud's keys begin so, and stay in it. */
const sandboxKey = 'sandbox';

/** A worker waits for a voice as long as document 002 says; a call has to answer within 29 s. */
export const workerPatienceMs = 30_000;
const callPatienceMs = 20_000;

/** @param key of the tenant's own account, if it has one */
function accountWith(
  name: VoiceProviderName,
  key: string | undefined,
  modelId: string,
  patienceMs: number,
): VoiceAccount | undefined {
  const provider = providers[name];
  const sandbox = sandboxUrl() !== '' && (!key || key.startsWith(sandboxKey));
  if (!sandbox && !key && !provider.worksWithoutKey) return undefined;
  return {
    url: sandbox ? `${sandboxUrl()}/${name}` : provider.url(),
    sandbox,
    apiKey: key ?? `${sandboxKey}-${tenantOf()}`,
    modelId,
    patienceMs,
  };
}

async function findAccount(name: VoiceProviderName, patienceMs: number): Promise<VoiceAccount | undefined> {
  const { sealedKey, modelId } = await readVoiceSettings();
  const isOwn = name === 'elevenlabs' && sealedKey !== null;
  const key = isOwn ? await unsealRemembered(purpose, sealedKey) : undefined;
  return accountWith(name, key, modelId, patienceMs);
}

/** @throws 409 'provider_not_connected' */
export async function accountOf(name: VoiceProviderName, patienceMs = callPatienceMs): Promise<VoiceAccount> {
  const account = await findAccount(name, patienceMs);
  if (account) return account;
  throw new AppError(
    409,
    'provider_not_connected',
    `${providers[name].label} is not connected yet. An admin can set its key under Recordings, Voices.`,
  );
}

export async function elevenLabsConfig() {
  const { sealedKey, modelId } = await readVoiceSettings();
  const account = await findAccount('elevenlabs', callPatienceMs);
  return {
    apiKeySet: sealedKey !== null,
    connected: account !== undefined,
    sandbox: account?.sandbox ?? false,
    modelId,
  };
}

/** What is left out keeps its value; a key of null is forgotten. */
export async function setElevenLabs(change: {
  apiKey?: string | null | undefined;
  modelId?: string | undefined;
}) {
  const before = await readVoiceSettings();
  const { apiKey, modelId = before.modelId } = change;
  const sealedKey =
    apiKey === undefined ? before.sealedKey : apiKey === null ? null : await seal(purpose, apiKey);
  const changed = [
    ...(apiKey === undefined ? [] : ['API key']),
    ...(modelId === before.modelId ? [] : ['model']),
  ];
  const target = { kind: 'provider' as const, id: 'elevenlabs', name: 'ElevenLabs' };
  await commit(
    voiceSettingsWrite({ sealedKey, modelId }),
    changed.length > 0 ? auditEntry('providerKey.changed', target, { changed }) : [],
  );
  return elevenLabsConfig();
}

const isProviders = (error: unknown): error is Error =>
  error instanceof VoiceBusy || error instanceof VoiceRefused;

/** Whether ElevenLabs takes a key, and what is left of its quota. */
export async function testConnection(apiKey: string | undefined) {
  const { modelId } = await readVoiceSettings();
  const account = apiKey
    ? accountWith('elevenlabs', apiKey, modelId, callPatienceMs)
    : await findAccount('elevenlabs', callPatienceMs);
  if (!account)
    return { ok: false, message: 'Please enter the key of your account.', used: null, limit: null };
  try {
    const quota = await providers.elevenlabs.quota(account);
    const { used = 0, limit = 0 } = quota ?? {};
    const [spent, all] = [used, limit].map((count) => count.toLocaleString('en-US'));
    const message = `Connected: ${spent} of ${all} characters are used.`;
    return { ok: true, message, used, limit };
  } catch (error) {
    if (!isProviders(error)) throw error;
    return { ok: false, message: error.message, used: null, limit: null };
  }
}

/** Every voice that texts can be read by, Polly's first. */
export async function listVoices(): Promise<{ voices: Voice[]; problem: string | null }> {
  const own = await providers.polly.voices(await accountOf('polly'));
  const account = await findAccount('elevenlabs', callPatienceMs);
  if (!account) return { voices: own, problem: 'ElevenLabs is not connected yet.' };
  try {
    return { voices: [...own, ...(await providers.elevenlabs.voices(account))], problem: null };
  } catch (error) {
    if (!isProviders(error)) throw error;
    return { voices: own, problem: error.message };
  }
}

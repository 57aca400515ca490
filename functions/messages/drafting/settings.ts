import { tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { sandboxUrl } from '#functions/kernel/env.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { seal, unsealRemembered } from '#functions/kernel/secrets.ts';
import { commit } from '#functions/kernel/table.ts';
import type { Drafting, DraftingSettings } from '#shared/model/drafting.ts';
import { calendar } from '../calendar.ts';
import { bedrock } from './bedrock.ts';
import type { DraftWriter } from './port.ts';
import { draftedIn, draftingWrite, readDrafting, type StoredDrafting } from './store.ts';

const sealedFor = 'bedrock-api-key';

/** The month of the workspace's own calendar. */
export const monthNow = async (): Promise<string> => (await calendar()).day.slice(0, 7);

const isInSandbox = ({ apiKey }: StoredDrafting): boolean => apiKey === null && sandboxUrl() !== '';

/** Who drafts for the workspace: its own account, else the sandbox's, where there is one; undefined without either. */
export async function writerOf(settings: StoredDrafting): Promise<DraftWriter | undefined> {
  const { apiKey, region, model } = settings;
  if (apiKey !== null)
    return bedrock({
      url: `https://bedrock-runtime.${region}.amazonaws.com`,
      apiKey: await unsealRemembered(sealedFor, apiKey),
      model,
    });
  if (!isInSandbox(settings)) return undefined;
  return bedrock({ url: `${sandboxUrl()}/bedrock`, apiKey: `sandbox-${tenantOf()}`, model });
}

/** How drafts are written, and what is left of the month; of the key only whether it is set. */
export async function draftingView(): Promise<Drafting> {
  const [{ apiKey, ...settings }, { drafts, inputTokens, outputTokens }] = await Promise.all([
    readDrafting(),
    monthNow().then(draftedIn),
  ]);
  const sandbox = isInSandbox({ apiKey, ...settings });
  return {
    ...settings,
    apiKeySet: apiKey !== null,
    connected: apiKey !== null || sandbox,
    sandbox,
    drafted: drafts,
    left: Math.max(0, settings.draftsAMonth - drafts),
    inputTokens,
    outputTokens,
  };
}

/** What a field is called in the audit log. */
const words: Readonly<Record<keyof DraftingSettings, string>> = {
  enabled: 'drafts by a model',
  region: 'region',
  model: 'model',
  about: 'what the model is told',
  draftsAMonth: 'drafts a month',
};

type Change = { [K in keyof DraftingSettings]?: DraftingSettings[K] | undefined } & {
  apiKey?: string | null | undefined;
  version?: number | undefined;
};

/** @param apiKey null removes it @throws 409 when the settings have changed since `version` */
export async function setDrafting({ apiKey, version, ...change }: Change): Promise<Drafting> {
  const before = await readDrafting();
  if (version !== undefined && version !== before.version) throw changedSinceOpened('settings');
  const given = givenOf(change);
  const after: StoredDrafting = {
    ...before,
    ...given,
    ...(apiKey === undefined ? {} : { apiKey: apiKey === null ? null : await seal(sealedFor, apiKey) }),
  };
  const fields = Object.keys(words) as (keyof DraftingSettings)[];
  const changed = fields.filter((field) => after[field] !== before[field]).map((field) => words[field]);
  const isKeyChanged = after.apiKey !== before.apiKey;
  if (changed.length === 0 && !isKeyChanged) return draftingView();
  const target = { kind: 'provider', id: 'bedrock', name: 'Amazon Bedrock' };
  await commit(
    draftingWrite(before, after),
    isKeyChanged ? auditEntry('providerKey.changed', target, { changed: ['API key'] }) : [],
    changed.length > 0 ? auditEntry('messages.settingsChanged', target, { changed }) : [],
  );
  return draftingView();
}

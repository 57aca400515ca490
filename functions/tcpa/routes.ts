import {
  check,
  checkBatch,
  decisions,
  declaredEmergencies,
  declareEmergencies,
  holidaysIn,
  listed,
  nextAllowedTime,
  type Person,
  readSettings,
  replaceSettings,
  timezone,
} from '#functions/compliance/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { e164, toE164 } from '#functions/kernel/phone.ts';
import { commit } from '#functions/kernel/table.ts';
import { hiddenAddresses, personOf, usable } from '#functions/leads/api.ts';
import { tcpa } from '#shared/api/tcpa.ts';
import areaCodes from '#shared/model/compliance/data/area-codes.json' with { type: 'json' };
import { callingRules } from '#shared/model/compliance/rules.ts';
import { addToList, takeOffList } from './list.ts';
import { noteSaid } from './opt-out.ts';
import { uploadList } from './upload.ts';

const r = routesOf(tcpa);

/** What is known of a lead, with what the caller says besides. @throws 404 */
async function known({ leadId, ...given }: Person & { leadId?: string | undefined }): Promise<Person> {
  if (!leadId) return given;
  const said = givenOf(given);
  return { ...personOf(await usable(leadId), given.phone && toE164(given.phone)), ...said };
}

/** What is told of addresses, without those of leads that the actor may not use. */
async function ofUsableLeads<T extends { address: string }>(told: readonly T[]): Promise<T[]> {
  const hidden = await hiddenAddresses(told.map(({ address }) => address));
  return told.filter(({ address }) => !hidden.has(address));
}

export const routes = r.router({
  check: r.check.handler(async ({ input: { channel, at, log, ...whom } }) =>
    check(await known(whom), channel, at, log),
  ),
  checkBatch: r.checkBatch.handler(({ input: { items, channel, at } }) => checkBatch(items, channel, at)),
  nextAllowedTime: r.nextAllowedTime.handler(async ({ input: { channel, after, ...whom } }) =>
    nextAllowedTime(await known(whom), channel, after),
  ),
  timezone: r.timezone.handler(({ input }) => timezone(input)),
  settings: r.settings.handler(() => readSettings()),
  updateSettings: r.updateSettings.handler(async ({ input }) => {
    await commit(replaceSettings({ ...(await readSettings()), ...input }));
    return readSettings();
  }),
  rules: r.rules.handler(() => ({
    areaCodesAsOf: areaCodes.date,
    today: clock.iso().slice(0, 10),
    rules: callingRules.map(({ week, holidays, until, attempts, channels, note, ...rule }) => ({
      ...rule,
      note: note ?? null,
      isStandardTime: rule.isStandardTime ?? false,
      emergencies: Boolean(rule.emergencies),
      mobiles: Boolean(rule.mobiles),
      consent: Boolean(rule.consent),
      channels: [...channels],
      until: until ?? null,
      week: week?.map((window) => window && [...window]) ?? null,
      holidays: Boolean(holidays),
      attempts: attempts ?? null,
    })),
  })),
  emergencies: r.emergencies.handler(async () => ({ emergencies: await declaredEmergencies() })),
  declareEmergencies: r.declareEmergencies.handler(({ input }) => declareEmergencies(input.emergencies)),
  logs: r.logs.handler(async ({ input: { phone, ...query } }) => {
    const page = await decisions({ ...query, address: phone && e164(phone) });
    const shown = await ofUsableLeads(page.decisions);
    return {
      logs: shown.map(({ decisionId, expiresAt: _, ...decision }) => ({ id: decisionId, ...decision })),
      nextCursor: page.cursor,
    };
  }),
  holidays: r.holidays.handler(({ input }) => holidaysIn(input.year)),
  doNotContact: r.doNotContact.handler(async ({ input: { search, limit, cursor } }) => {
    const page = await listed(search, limit, cursor ?? null);
    return { entries: await ofUsableLeads(page.entries), nextCursor: page.cursor };
  }),
  addDoNotContact: r.addDoNotContact.handler(({ input }) => addToList(input.addresses, input.reason)),
  uploadDoNotContact: r.uploadDoNotContact.handler(({ input: { file, reason, firstRow } }) =>
    uploadList(file, reason, firstRow),
  ),
  removeDoNotContact: r.removeDoNotContact.handler(async ({ input }) => {
    await takeOffList(input.address, input.how, input.proof);
    return { message: 'It is off the list. Whoever opted out themselves stays opted out.' };
  }),
  optOut: r.optOut.handler(async ({ input }) => {
    await noteSaid(input);
    const { state } = input;
    return { message: state === 'withdrawn' ? 'The opt-out holds from now on.' : 'The consent is noted.' };
  }),
});

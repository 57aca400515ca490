import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { pagination } from '#functions/kernel/paging.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { pushAfterwards } from '#functions/pbx/api.ts';
import { isAnothersNumber } from '#functions/telephony/api.ts';
import { type Did, type DidCarrier, type DidRoute, type DidStatus, didLimits } from '#shared/model/did.ts';
import { numberMark } from './marks.ts';
import {
  changedSince,
  type DidRecord,
  didIdOf,
  didRemoval,
  didWrite,
  everyDid,
  findDid,
  isInService,
  newNumberFields,
  targetIdOf,
} from './store.ts';
import { viewer } from './view.ts';

export interface NewDid {
  phoneNumber: string;
  label: string;
  carrier: DidCarrier;
  route: DidRoute | null;
}

interface Asked {
  page: number;
  limit: number;
  search?: string | undefined;
  status?: DidStatus | undefined;
  carrier?: DidCarrier | undefined;
  leadsTo?: string | undefined;
  poolId?: string | undefined;
}

/** @throws 404 */
async function didOr404(didId: string): Promise<DidRecord> {
  const did = await findDid(didId);
  if (!did) throw notFound('The number');
  return did;
}

const shown = async (did: DidRecord): Promise<Did> => (await viewer())(did);

export const getDid = async (didId: string): Promise<Did> => shown(await didOr404(didId));

/** What numbers in use cost a month, by currency. */
function costsOf(every: readonly DidRecord[]) {
  const priced = every.filter((did) => isInService(did) && did.monthlyCost !== null);
  return [...Map.groupBy(priced, ({ currency }) => currency ?? 'USD')].map(([currency, numbers]) => ({
    currency,
    // In cents, so that no sum shows what binary fractions leave over.
    monthlyCost: numbers.reduce((cents, one) => cents + Math.round(one.monthlyCost! * 100), 0) / 100,
    numbers: numbers.length,
  }));
}

/** Numbers in their order, as the filters say; digits of the search are looked for in the number. */
export async function listDids({ page, limit, search = '', status, carrier, leadsTo, poolId }: Asked) {
  const text = search.toLowerCase();
  const digits = /[a-z]/.test(text) ? '' : search.replaceAll(/\D/g, '');
  const [every, view] = await Promise.all([everyDid(), viewer()]);
  const found = every
    .filter((did) => !leadsTo || targetIdOf(did) === leadsTo)
    .map(view)
    .filter(
      (did) =>
        (!status || did.status === status) &&
        (!carrier || did.carrier === carrier) &&
        (!poolId || did.poolIds.includes(poolId)) &&
        (did.label.toLowerCase().includes(text) || (digits !== '' && did.phoneNumber.includes(digits))),
    );
  return {
    dids: found.slice((page - 1) * limit, page * limit),
    costs: costsOf(every),
    pagination: pagination(page, limit, found.length),
  };
}

/** @throws 400 */
export async function assertRoom(more: number): Promise<void> {
  if ((await everyDid()).length + more > didLimits.dids)
    throw badRequest(`A workspace has at most ${didLimits.dids.toLocaleString('en-US')} numbers.`);
}

/** Writes a number that the workspace has. @throws 400; 409 'number_taken' for one that is there already */
export async function addDid({ phoneNumber, ...fields }: NewDid): Promise<DidRecord> {
  const number = e164(phoneNumber, 'phoneNumber');
  const now = clock.iso();
  const did: DidRecord = {
    ...fields,
    ...newNumberFields,
    didId: didIdOf(number),
    phoneNumber: number,
    routeBefore: null,
    byHand: true,
    messaging: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  // The exchange knows nothing of it yet, so there is nothing to take back where it leads nowhere.
  const mark = numberMark(...(did.route ? [number] : []));
  await commit(didWrite(undefined, did), mark.writes);
  await pushAfterwards(mark.pushed);
  return did;
}

/** @throws 409 'number_taken' where the exchange has the number for another workspace; one that is away is not asked */
async function assertNobodyElses(phoneNumber: string): Promise<void> {
  if (await isAnothersNumber(phoneNumber))
    throw conflict(
      'Another workspace on this exchange takes the calls of this number.',
      { field: 'phoneNumber' },
      'number_taken',
    );
}

/** @throws 400; 409 'number_taken' */
export async function createDid(input: NewDid): Promise<Did> {
  await assertRoom(1);
  await assertNobodyElses(e164(input.phoneNumber, 'phoneNumber'));
  return shown(await addDid(input));
}

/** Where a number leads while the plan that it is given is not deployed: where it led before. */
function routeBeforeOf(
  { route, routeBefore }: DidRecord,
  given: DidRoute | null | undefined,
): DidRoute | null {
  if (given === undefined) return routeBefore;
  if (given?.kind !== 'plan') return null;
  return route?.kind === 'plan' ? routeBefore : route;
}

type Changes = {
  [K in 'label' | 'carrier' | 'route' | 'spamLabel' | 'restsThrough']?: DidRecord[K] | undefined;
};

/**
 * @throws 400, 404; 409 when the number has changed since `version`, is another workspace's, or its carrier is known
 * otherwise
 */
export async function updateDid(didId: string, changes: Changes, version?: number): Promise<Did> {
  const given = givenOf(changes);
  if (given.route) await assertNobodyElses((await didOr404(didId)).phoneNumber);
  const { after } = await changeVersioned({
    read: () => didOr404(didId),
    change(before) {
      if (given.carrier !== undefined && given.carrier !== before.carrier && before.messaging)
        throw conflict('The carrier of this number is known from the carrier itself.', { field: 'carrier' });
      const isRelabelled = given.spamLabel !== undefined && given.spamLabel !== before.spamLabel;
      return {
        ...given,
        ...(isRelabelled ? { spamLabelAt: clock.iso() } : {}),
        routeBefore: routeBeforeOf(before, given.route),
      };
    },
    write: (before, after) => commit(didWrite(before, after), numberMark(before.phoneNumber).writes),
    changedSince,
    version,
  });
  await pushAfterwards(numberMark(after.phoneNumber).pushed);
  return shown(after);
}

/** @throws 404; 409 'release_first' while a carrier rents the number out to the workspace */
export async function removeDid(didId: string): Promise<DidRecord> {
  const gone = await retryOnConflict(
    async () => {
      const did = await didOr404(didId);
      const { messaging } = did;
      if (did.pendingSince)
        throw conflict('This number is being bought. It can be removed once that has ended.');
      if (messaging?.isActive)
        throw conflict(
          'Release this number first.',
          { release: `DELETE /${messaging.provider}-dids/${didId}` },
          'release_first',
        );
      await commit(didRemoval(did), numberMark(did.phoneNumber).writes);
      return did;
    },
    { isOvertaken: (error) => error === changedSince },
  );
  if (isInService(gone)) await pushAfterwards(numberMark(gone.phoneNumber).pushed);
  return gone;
}

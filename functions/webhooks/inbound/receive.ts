import { asVisitor } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { rawRequest, requests } from '#functions/kernel/http-context.ts';
import { newId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { findWebhook, type WebhookRecord } from '../store.ts';
import { assertNetwork, authenticate, type Raw } from './authenticate.ts';
import { type DeliveryRecord, inlineBytes, insertDelivery, keepLarge } from './delivery-store.ts';
import { firstState } from './first-state.ts';
import { claimRepeat, findRepeat, type Repeat } from './guard-store.ts';
import { hashOf, type Payload, readPayload } from './payload.ts';
import { assertRate } from './rate.ts';
import { noteRefusal, type Refused } from './refusals.ts';

export interface Accepted {
  deliveryId: string;
  rows: number;
  duplicate: boolean;
  message: string;
}

const words = (rows: number) => `${rows} lead${rows === 1 ? '' : 's'}`;

/** The tenant that a webhook's address names. @throws 400 */
function tenantIn(webhookId: string): number {
  const tenant = Number(/^whk_(\d{1,10})_[\w-]{10,40}$/.exec(webhookId)?.[1] ?? 0);
  if (!tenant) throw badRequest('This is not the address of a webhook.');
  return tenant;
}

/** Takes the request under way for the webhook that its address names. @throws 400, 401, 403, 404, 409, 410, 413, 429 */
export function receive(): Promise<Accepted> {
  const raw = rawRequest();
  const webhookId = raw.path.split('/').at(-1) ?? '';
  return asVisitor(tenantIn(webhookId), async () => {
    const webhook = await findWebhook(webhookId);
    if (!webhook) throw notFound('The webhook');
    const address = requests.getStore()?.address ?? '';
    let by: Refused = 'stranger';
    try {
      if (!webhook.fields.active) throw new AppError(410, 'webhook_off', 'This webhook is switched off.');
      assertNetwork(webhook.fields.allowedNetworks, address);
      await authenticate(webhook, raw);
      await assertRate(webhook);
      by = isOpen(webhook) ? 'anybody' : 'sender';
      return await accept(webhook, readPayload(raw), { address, given: givenKey(raw) });
    } catch (error) {
      if (error instanceof AppError && error.status < 500)
        await noteRefusal(webhookId, address, raw, error, by);
      throw error;
    }
  });
}

/** Whether it takes what anybody sends from anywhere. */
const isOpen = ({ sealedToken, sealedSigning, fields }: WebhookRecord): boolean =>
  !sealedToken && !sealedSigning && fields.allowedNetworks.length === 0;

const keyLength = 255;

/** The sender's own name for the request, if it gives one. @throws 400 */
function givenKey({ headers }: Raw): string | undefined {
  const key = (headers['idempotency-key'] ?? headers['webhook-id'])?.trim();
  if (!key) return undefined;
  if (key.length > keyLength) throw badRequest(`An Idempotency-Key has at most ${keyLength} characters.`);
  return key;
}

function repeatOf({ webhookId, fields }: WebhookRecord, payload: Payload, given: string | undefined) {
  const { hash: payloadHash, rows } = payload;
  const seconds = given ? fields.keyHours * 3_600 : fields.payloadMinutes * 60;
  if (seconds === 0) return undefined;
  const key = given ? `k:${hashOf(given)}` : `p:${payloadHash}`;
  return { webhookId, key, rows, payloadHash, expiresAt: clock.seconds() + seconds };
}

function asBefore(repeat: Repeat, payload: Payload): Accepted {
  if (repeat.payloadHash !== payload.hash)
    throw conflict(
      'This Idempotency-Key was used for another payload already.',
      { deliveryId: repeat.deliveryId },
      'key_reused',
    );
  const { deliveryId, rows } = repeat;
  return { deliveryId, rows, duplicate: true, message: 'This was received before; nothing is done twice.' };
}

/**
 * Keeps a payload and has it worked: its delivery, what makes a repeat of it known, and the event that brings it to
 * the worker are written in one transaction. What came before is answered with the id it got then.
 */
async function accept(
  webhook: WebhookRecord,
  payload: Payload,
  { address, given }: { address: string; given: string | undefined },
): Promise<Accepted> {
  const { webhookId } = webhook;
  const repeat = repeatOf(webhook, payload, given);
  const bytes = Buffer.byteLength(payload.text);
  const large = bytes > inlineBytes;
  return retryOnConflict(
    async (tried) => {
      const known = repeat && (large || tried > 0) ? await findRepeat(webhookId, repeat.key) : undefined;
      if (known) return asBefore(known, payload);
      const deliveryId = newId('dlv');
      if (large) await keepLarge(deliveryId, payload.text);
      await commit(
        deliveryWrites(
          { ...firstState(webhookId, deliveryId, payload.rows, bytes), address },
          large ? undefined : payload.text,
        ),
        repeat ? claimRepeat({ ...repeat, deliveryId }) : [],
      );
      return {
        deliveryId,
        rows: payload.rows,
        duplicate: false,
        message: `Received ${words(payload.rows)}.`,
      };
    },
    {
      tries: 4,
      // Without a claim on a repeat there is nobody to meet.
      isOvertaken: (error) =>
        repeat !== undefined &&
        (error instanceof ConditionFailed || (error instanceof AppError && error.code === 'busy')),
    },
  );
}

/** A new delivery and the event that has it worked. */
export const deliveryWrites = (record: DeliveryRecord, payload: string | undefined): object[] => [
  insertDelivery({ ...record, ...(payload === undefined ? {} : { payload }) }),
  event('webhook.delivery.accepted', record.deliveryId, {
    webhookId: record.webhookId,
    deliveryId: record.deliveryId,
  }),
];

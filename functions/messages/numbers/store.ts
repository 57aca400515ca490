import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { SmsProviderName } from '#shared/model/message.ts';

const { primary } = keys;

const Numbers = new Entity(
  {
    model: model('senderNumber'),
    attributes: {
      tenantId: { type: 'number', required: true },
      numberId: { type: 'string', required: true },
      number: { type: 'string', required: true },
      provider: { type: 'string', required: true },
      providerId: { type: 'string', required: true },
      sandbox: { type: 'boolean', required: true },
      label: { type: 'string', required: true },
      sms: { type: 'boolean', required: true },
      mms: { type: 'boolean', required: true },
      voice: { type: 'boolean', required: true },
      isActive: { type: 'boolean', required: true },
      replies: { type: 'string', required: true },
      syncedAt: { type: 'string', required: true },
    },
    indexes: {
      all: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: ['numberId'], casing: 'none' },
      },
    },
  },
  connection,
);

export interface NumberRecord {
  numberId: string;
  number: string;
  provider: SmsProviderName;
  providerId: string;
  sandbox: boolean;
  label: string;
  sms: boolean;
  mms: boolean;
  voice: boolean;
  isActive: boolean;
  replies: 'here' | 'elsewhere' | 'unknown';
  syncedAt: string;
}

const tenant = () => ({ tenantId: tenantOf() });
export const numberIdOf = (provider: string, number: string) => deterministicId('nbr', provider, number);

export async function everyNumber(): Promise<NumberRecord[]> {
  const { data } = await Numbers.query.all(tenant()).go({ pages: 'all', consistent: true });
  return data.map(ofTenant<NumberRecord>).sort((a, b) => (a.number < b.number ? -1 : 1));
}

export async function putNumbers(numbers: readonly NumberRecord[]): Promise<void> {
  if (numbers.length > 0)
    await Numbers.put(numbers.map((number) => ({ ...tenant(), ...number }))).go({ concurrency: 4 });
}

export async function removeNumber(numberId: string): Promise<void> {
  await Numbers.delete({ ...tenant(), numberId }).go();
}

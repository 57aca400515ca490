import { marketLimits, type Order } from '#shared/model/market.ts';
import { api } from '#web/app/api.ts';
import type { RejectedRow } from '#web/ui/resource/RejectedRows.tsx';
import type { ReadLeads } from './lead-file.ts';

export interface HandedOver {
  accepted: number;
  rejected: RejectedRow[];
  order: Order | undefined;
}

/**
 * Hands leads over, as many at once as a call takes. A lead that was handed over before counts once, so that the same
 * file may be sent again after a failure.
 * @param onProgress told the share that is done, 0 to 1
 * @throws what the server answered; what was sent before it stands
 */
export async function handOver(
  orderId: string,
  { leads, rejected }: ReadLeads,
  onProgress: (share: number) => void,
): Promise<HandedOver> {
  const result: HandedOver = { accepted: 0, rejected: [...rejected], order: undefined };
  for (let from = 0; from < leads.length; from += marketLimits.leadsAtOnce) {
    const part = leads.slice(from, from + marketLimits.leadsAtOnce);
    const answer = await api.marketplace.fulfil({ id: orderId, leads: part.map(({ lead }) => lead) });
    result.order = answer.order;
    for (const { index, accepted, reason } of answer.results) {
      const { row, lead } = part[index]!;
      if (accepted) result.accepted++;
      else result.rejected.push({ row, value: lead.phone || lead.email, reason });
    }
    onProgress((from + part.length) / leads.length);
  }
  result.rejected.sort((one, other) => one.row - other.row);
  return result;
}

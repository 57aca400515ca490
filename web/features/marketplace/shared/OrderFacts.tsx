import { Badge, Progress, Text } from '@mantine/core';
import { failedOf } from '#shared/model/certificate.ts';
import type { Order } from '#shared/model/market.ts';
import { type Column, Narrow, stateColumn } from '#web/ui/DataTable.tsx';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { titleColumn } from './title-column.tsx';
import {
  centsText,
  certificateSummary,
  fieldWords,
  leadsText,
  momentText,
  orderWords,
  promiseWords,
} from './words.ts';

/** The columns of a list of orders, by which side is asking. */
export const orderColumns = (side: Order['side']): Column<Order>[] => [
  titleColumn('Order', ({ listingTitle, providerName, buyerName, status }) => ({
    name: listingTitle,
    below: side === 'seller' ? `For ${buyerName}` : `From ${providerName}`,
    state: orderWords[status],
  })),
  {
    key: 'leads',
    title: 'Leads',
    width: 150,
    hideBelow: 'sm',
    render: ({ delivered, quantity }) => (
      <span className="db-figures">
        {delivered.toLocaleString('en-US')} of {quantity.toLocaleString('en-US')}
      </span>
    ),
  },
  {
    key: 'total',
    title: 'Total',
    width: 120,
    align: 'end',
    render: ({ totalCents, quantity }) => (
      <>
        <span className="db-figures">{centsText(totalCents)}</span>
        <Narrow>{leadsText(quantity)}</Narrow>
      </>
    ),
  },
  stateColumn(({ status }) => orderWords[status], { width: 130, hideBelow: 'sm' }),
  {
    key: 'when',
    title: 'Ordered',
    width: 130,
    align: 'end',
    hideBelow: 'md',
    render: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

/** What either side knows of an order. */
export function OrderFacts({ order }: { order: Order }) {
  const { status, quantity, delivered, handedOver, commissionCents, certificates } = order;
  const summary = certificateSummary(certificates);
  const isFailed = failedOf(certificates) > 0;
  return (
    <>
      <DefinitionList terms={130} divided>
        <Definition term="State">
          <Badge variant="light" tt="none" color={orderWords[status].color}>
            {orderWords[status].label}
          </Badge>
          {order.reason && (
            <Text size="sm" mt={4}>
              {order.reason}
            </Text>
          )}
        </Definition>
        <Definition term={order.side === 'seller' ? 'Buyer' : 'Shop'}>
          {order.side === 'seller' ? order.buyerName : order.providerName}
        </Definition>
        <Definition term="Price" figures>
          {leadsText(quantity)} at {centsText(order.priceCents)}: {centsText(order.totalCents)}
        </Definition>
        {commissionCents !== null && (
          <Definition term="Commission" figures>
            {centsText(commissionCents)}
          </Definition>
        )}
        <Definition term="Each lead has">
          {order.sampleFields.map((field) => fieldWords[field]).join(', ') || 'A phone number or an e-mail'}
        </Definition>
        {order.certificate !== 'none' && (
          <Definition term="Certificate">{promiseWords[order.certificate]}, with each lead</Definition>
        )}
        {summary && (
          <Definition term="Checked">
            <Text size="sm" className="db-figures" c={isFailed ? 'red' : undefined}>
              {summary}
            </Text>
          </Definition>
        )}
        <Definition term="Ordered">{momentText(order.createdAt)}</Definition>
        {order.returned > 0 && (
          <Definition term="Returned" figures>
            {leadsText(order.returned)}: {centsText(order.creditedCents)} back
          </Definition>
        )}
        {order.completedAt && <Definition term="Completed">{momentText(order.completedAt)}</Definition>}
        {order.paidOutAt && <Definition term="Released">{momentText(order.paidOutAt)}</Definition>}
        <Definition term="Order number">
          <Text ff="monospace" size="xs">
            {order.id}
          </Text>
        </Definition>
      </DefinitionList>
      <Text size="sm" mt="md" mb={6} className="db-figures">
        {leadsText(delivered)} of {quantity.toLocaleString('en-US')} have arrived
        {handedOver > delivered && `, ${(handedOver - delivered).toLocaleString('en-US')} are on their way`}
        {order.side === 'buyer' &&
          order.known > 0 &&
          `; ${order.known.toLocaleString('en-US')} of them you had among your leads already`}
        {order.refusedAsKnown > 0 &&
          `; ${order.refusedAsKnown.toLocaleString('en-US')} refused and not paid, as ${order.side === 'buyer' ? 'you have' : 'the buyer has'} them already`}
      </Text>
      <Progress
        value={(100 * delivered) / quantity}
        color="green"
        aria-label={`${delivered} of ${leadsText(quantity)} have arrived`}
      />
    </>
  );
}

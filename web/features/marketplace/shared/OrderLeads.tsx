import { Anchor, Badge, Box, Checkbox, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { disputeReasons, type Order } from '#shared/model/market.ts';
import type { OrderLead, ReturnProof } from '#shared/model/market-returns.ts';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { More } from '#web/ui/More.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { pollMs } from './OrderPanel.tsx';
import { momentText, returnWords } from './words.ts';

/** '3 calls, 1 answered; the last one: Nov 3, 2026, 4:05 PM, failed, wrong number'. */
export function proofText({ calls, answered, lastAt, lastResult, lastDisposition }: ReturnProof): string {
  if (calls === 0) return 'Never called';
  const last = [lastAt && momentText(lastAt), lastResult.toLowerCase(), lastDisposition]
    .filter(Boolean)
    .join(', ');
  return `${calls} ${calls === 1 ? 'call' : 'calls'}, ${answered} answered; the last one: ${last}`;
}

function ReturnFacts({ of }: { of: NonNullable<OrderLead['return']> }) {
  const { state, reason, note, proof, requestedAt, answerUntil, objection, objectedAt, decision, decidedAt } =
    of;
  return (
    <Stack gap={2} mt={4}>
      <Group gap={6}>
        <Badge variant="light" tt="none" color={returnWords[state].color}>
          {returnWords[state].label}
        </Badge>
        <Text size="xs" c="dimmed">
          {state === 'requested' ? `accepted on ${momentText(answerUntil)} if nobody objects` : ''}
        </Text>
      </Group>
      <Text size="sm" className="db-wrap">
        {disputeReasons[reason]}
        {note && `: ${note}`}
      </Text>
      <Text size="xs" c="dimmed">
        {momentText(requestedAt)} · {proofText(proof)}
      </Text>
      {objection && (
        <Text size="sm" className="db-wrap">
          The seller objects: {objection}{' '}
          <Text span size="xs" c="dimmed">
            {objectedAt && momentText(objectedAt)}
          </Text>
        </Text>
      )}
      {decidedAt && (
        <Text size="sm" className="db-wrap">
          {decision ? `Decision: ${decision}` : 'Accepted by the seller, or without an objection'}{' '}
          <Text span size="xs" c="dimmed">
            {momentText(decidedAt)}
          </Text>
        </Text>
      )}
    </Stack>
  );
}

interface OrderLeadsProps {
  order: Pick<Order, 'id' | 'returnsOpen' | 'returned'>;
  title: string;
  /** Which leads are shown at all. */
  shows: (lead: OrderLead) => boolean;
  /** Which of them can be chosen. */
  choosable: (lead: OrderLead) => boolean;
  /** What can be done with those that are chosen. */
  children: (chosen: string[], clear: () => void) => ReactNode;
}

/** The leads of an order, with what became of those that go back. Nothing where none is to be shown. */
export function OrderLeads({ order, title, shows, choosable, children }: OrderLeadsProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const list = useInfiniteQuery(
    query.marketplace.orderLeads.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: order.id, limit: 50, cursor }),
      refetchInterval: order.returnsOpen > 0 ? pollMs : false,
      ...byCursor,
    }),
  );
  if (list.error && !list.data)
    return (
      <ErrorState
        title="The leads could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  if (!list.data) return <Skeleton h={90} />;
  const leads = list.data.pages.flatMap((page) => page.leads).filter(shows);
  const able = new Set(leads.filter(choosable).map(({ id }) => id));
  const picked = chosen.filter((id) => able.has(id));
  if (leads.length === 0 && !list.hasNextPage) return null;
  return (
    <Box component="section" aria-label={title}>
      <Title order={3} fz="md" mb={8}>
        {title}
      </Title>
      <Stack gap={10} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {leads.map((lead) => (
          <Group key={lead.id} component="li" gap={10} wrap="nowrap" align="flex-start">
            {able.size > 0 && (
              <Checkbox
                mt={2}
                aria-label={`Choose ${lead.name || lead.hint}`}
                disabled={!able.has(lead.id)}
                checked={picked.includes(lead.id)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...picked, lead.id] : picked.filter((id) => id !== lead.id))
                }
              />
            )}
            <div style={{ minWidth: 0, flex: 1 }}>
              <Text size="sm" className="db-wrap">
                {lead.leadId ? (
                  <Anchor component={Link} to={`/leads/${lead.leadId}`}>
                    {lead.name || lead.hint}
                  </Anchor>
                ) : (
                  <b>{lead.hint || 'Older lead'}</b>
                )}
                {lead.leadId && lead.hint && (
                  <Text span c="dimmed" className="db-figures">
                    {' '}
                    {lead.hint}
                  </Text>
                )}
              </Text>
              {lead.calls && !lead.return && (
                <Text size="xs" c="dimmed">
                  {proofText(lead.calls)}
                  {lead.known && '; you had them already'}
                </Text>
              )}
              {lead.return && <ReturnFacts of={lead.return} />}
            </div>
          </Group>
        ))}
      </Stack>
      <More of={list} small />
      {children(picked, () => setChosen([]))}
    </Box>
  );
}

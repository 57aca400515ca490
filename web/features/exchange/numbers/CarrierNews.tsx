import { Alert, List } from '@mantine/core';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callsOfCarrier } from '#shared/api/carrier-dids.ts';
import { didCarriers, rentingCarriers } from '#shared/model/did.ts';
import { query } from '#web/app/api.ts';
import { phoneText } from '#web/ui/lead-text.ts';

/** What is bought or given back is looked at again after so long; ms. */
const againMs = 3_000;

/** Purchases and returns that go on in the background, and those that failed within a day with the reason. */
export function CarrierNews() {
  const client = useQueryClient();
  const lists = useQueries({
    queries: rentingCarriers.map((carrier) =>
      callsOfCarrier(query.carrierDids, carrier).purchased.queryOptions({
        input: { limit: 1 },
        refetchInterval: ({ state: { data } }) =>
          data?.orders.some(({ status }) => status === 'open') ? againMs : false,
      }),
    ),
  });
  const orders = lists.flatMap(({ data }, at) =>
    (data?.orders ?? []).map((order) => ({ ...order, carrier: didCarriers[rentingCarriers[at]!] })),
  );
  const open = orders.filter(({ status }) => status === 'open');
  const failed = orders.filter(({ status }) => status === 'failed');
  const state = orders.map(({ id, status }) => `${id} ${status}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers are asked for again when an order moves on
  useEffect(() => {
    void client.invalidateQueries({ queryKey: query.dids.key() });
  }, [client, state]);
  return (
    <>
      {open.length > 0 && (
        <Alert color="blue" variant="light" mb="md" role="status">
          {open.length === 1 ? 'One number is' : `${open.length} numbers are`} waiting for the carrier. It
          goes on by itself.
        </Alert>
      )}
      {failed.length > 0 && (
        <Alert color="amber" variant="light" mb="md" title="Not done within the last day">
          <List size="sm" spacing={4}>
            {failed.map(({ id, phoneNumber, kind, carrier, reason }) => (
              <List.Item key={id}>
                {phoneText(phoneNumber)} was not {kind === 'purchase' ? 'bought from' : 'given back to'}{' '}
                {carrier}: {reason}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

import { Alert, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callsOfCarrier, type OfferedNumber } from '#shared/api/carrier-dids.ts';
import { didCarriers, didLimits } from '#shared/model/did.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { BuySearch, type Search } from './BuySearch.tsx';
import { boughtText, moneyText, sumText } from './price.ts';

const inputOf = ({ areaCode, contains, state, locality, type, features }: Search) => ({
  type,
  ...(areaCode && { areaCode }),
  ...(contains && { contains }),
  ...(state && { state }),
  ...(locality && { locality }),
  ...(features.length > 0 && { features: features.join(',') }),
});

const countText = (count: number) => `${count} ${count === 1 ? 'number' : 'numbers'}`;

function Offer({
  number,
  chosen,
  onChange,
}: {
  number: OfferedNumber;
  chosen: boolean;
  onChange: () => void;
}) {
  const { phoneNumber, locality, region, capabilities, monthlyCost, currency } = number;
  const place = [locality, region].filter(Boolean).join(', ');
  const uses = [capabilities.voice && 'calls', capabilities.sms && 'texts', capabilities.mms && 'pictures'];
  return (
    <Group justify="space-between" wrap="nowrap" component="li" py={8}>
      <Checkbox
        checked={chosen}
        onChange={onChange}
        label={<span className="db-figures">{phoneText(phoneNumber)}</span>}
        description={[place, uses.filter(Boolean).join(', ')].filter(Boolean).join(' · ')}
      />
      <Text size="sm" className="db-figures" ta="right">
        {monthlyCost === null ? 'no price' : `${moneyText(monthlyCost, currency)} a month`}
      </Text>
    </Group>
  );
}

/** Looks for numbers that a carrier sells, and buys those that are chosen, with a result each. */
export function BuyPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [search, setSearch] = useState<Search>();
  const [chosen, setChosen] = useState<readonly OfferedNumber[]>([]);
  const question = useQuestion<readonly OfferedNumber[]>();
  const client = useQueryClient();
  const carrier = search?.carrier ?? 'telnyx';
  const label = didCarriers[carrier];
  const found = useQuery(
    callsOfCarrier(query.carrierDids, carrier).search.queryOptions({
      input: search ? inputOf(search) : {},
      enabled: opened && search !== undefined,
      staleTime: 0,
      retry: false,
    }),
  );
  const purchase = useMutation({
    mutationFn: (numbers: readonly OfferedNumber[]) =>
      callsOfCarrier(api.carrierDids, carrier).bulkPurchase({
        phoneNumbers: numbers.map(({ phoneNumber }) => phoneNumber),
      }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: query.dids.key() }),
        client.invalidateQueries({ queryKey: query.carrierDids.key() }),
      ]),
  });
  const { reset } = purchase;
  useEffect(() => {
    if (!opened) return;
    setSearch(undefined);
    setChosen([]);
    reset();
  }, [opened, reset]);
  const done = purchase.data;
  const isChosen = (number: OfferedNumber) => chosen.some((one) => one.phoneNumber === number.phoneNumber);
  const turn = (number: OfferedNumber) =>
    setChosen((before) =>
      isChosen(number) ? before.filter((one) => one.phoneNumber !== number.phoneNumber) : [...before, number],
    );
  const results = () => {
    if (!search)
      return (
        <Text size="sm" c="dimmed">
          People answer a number of their own area sooner.
        </Text>
      );
    if (found.error) return <FormProblem>{messageOf(found.error)}</FormProblem>;
    if (!found.data) return <LinesSkeleton lines={5} />;
    if (found.data.numbers.length === 0)
      return <Text size="sm">{label} has no such number now. Leave something out, or try another area.</Text>;
    return (
      <>
        {found.data.sandbox && (
          <Alert color="amber" variant="light">
            No keys of {label} are set, so these numbers are the sandbox’s, and cost nothing.
          </Alert>
        )}
        <ul aria-label="Numbers to buy" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {found.data.numbers.map((number) => (
            <Offer
              key={number.phoneNumber}
              number={number}
              chosen={isChosen(number)}
              onChange={() => turn(number)}
            />
          ))}
        </ul>
      </>
    );
  };
  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      title="Buy numbers"
      width={520}
      footer={
        <>
          {!done && chosen.length > 0 && (
            <Text size="sm" mr="auto" className="db-figures" role="status">
              {countText(chosen.length)}, {sumText(chosen)}
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            {done ? 'Close' : 'Cancel'}
          </Button>
          {!done && (
            <Button
              data-changes
              disabled={chosen.length === 0 || chosen.length > didLimits.bought}
              loading={purchase.isPending}
              onClick={() => question.ask(chosen)}
            >
              Buy
            </Button>
          )}
        </>
      }
    >
      <Stack gap="md">
        <FormProblem>{purchase.error && messageOf(purchase.error)}</FormProblem>
        {purchase.isPending && (
          <Alert color="blue" role="status">
            {countText(chosen.length)} of {label} {chosen.length === 1 ? 'is' : 'are'} being bought. It goes
            on if you close this page.
          </Alert>
        )}
        {done ? (
          <>
            <Alert color={done.summary.failed > 0 ? 'amber' : 'green'} role="status">
              {boughtText(done.summary)}.
            </Alert>
            <List size="sm" spacing={6}>
              {done.results.map(({ phoneNumber, outcome, reason }) => (
                <List.Item key={phoneNumber}>
                  <span className="db-figures">{phoneText(phoneNumber)}</span>:{' '}
                  {outcome === 'bought' ? `bought. ${reason}`.trim() : reason}
                </List.Item>
              ))}
            </List>
          </>
        ) : (
          <>
            <BuySearch
              busy={found.isFetching}
              onSearch={(wanted) => {
                // What was chosen of one carrier cannot be bought from another.
                if (wanted.carrier !== search?.carrier) setChosen([]);
                setSearch(wanted);
              }}
            />
            {results()}
          </>
        )}
      </Stack>
      <ConfirmDialog
        {...question.dialog}
        title={`Buy ${countText(question.about?.length ?? 0)} from ${label}?`}
        confirmLabel="Buy"
        onConfirm={async () => {
          purchase.mutate(question.about ?? []);
        }}
      >
        {sumText(question.about ?? [])}, until you release them.{' '}
        {found.data?.sandbox
          ? 'Nobody is charged: the sandbox sells them.'
          : `${label} charges your account with it.`}
      </ConfirmDialog>
    </SidePanel>
  );
}

import { Button, Menu, Text } from '@mantine/core';
import {
  IconPhoneIncoming,
  IconPhoneOff,
  IconRefresh,
  IconShoppingCart,
  IconUpload,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callsOfCarrier } from '#shared/api/carrier-dids.ts';
import { type Did, didCarriers, didStatuses, rentingCarriers, spamLabels } from '#shared/model/did.ts';
import { numberFigureDays } from '#shared/model/number-figures.ts';
import { worstLabel } from '#shared/model/number-reputation.ts';
import { registrationTrouble } from '#shared/model/text-registration.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { type Column, Narrow, stateColumn } from '#web/ui/DataTable.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { given, useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { BuyPanel } from './BuyPanel.tsx';
import { CarrierNews } from './CarrierNews.tsx';
import { NumberPanel } from './NumberPanel.tsx';
import { moneyText } from './price.ts';
import { leadsTo } from './route.ts';
import { SharesOfNumber } from './SharesOfNumber.tsx';
import { UploadPanel } from './UploadPanel.tsx';
import { isReleasable, useRelease } from './useRelease.tsx';

/** What the panel's place in the address says while numbers are added from a file. */
const fromFile = 'file';
/** The same while numbers are bought. */
const fromCarrier = 'buy';

function LeadsTo({ number }: { number: Did }) {
  const { text, isWrong } = leadsTo(number);
  return (
    <Text span size="sm" c={isWrong ? 'red' : number.route ? undefined : 'dimmed'}>
      {text}
    </Text>
  );
}

const uses = ({ capabilities: { voice, sms } }: Did) =>
  [voice && 'Calls', sms && 'Texts'].filter(Boolean).join(', ');

/** Whether its carrier takes no texts from a number as it is registered. */
const isHeld = ({ phoneNumber, capabilities, registration }: Did): boolean =>
  capabilities.sms && registrationTrouble(phoneNumber, registration) !== undefined;

function stateOf(number: Did): { label: string; color: string } {
  const { status } = number;
  const spamLabel = worstLabel(number);
  if (status === 'pending') return { label: didStatuses[status], color: 'blue' };
  if (status === 'released') return { label: didStatuses[status], color: 'gray' };
  if (spamLabel === 'flagged') return { label: spamLabels[spamLabel], color: 'red' };
  if (status === 'resting') return { label: didStatuses[status], color: 'blue' };
  if (spamLabel === 'suspected') return { label: spamLabels[spamLabel], color: 'orange' };
  return { label: didStatuses[status], color: 'green' };
}

const columns: Column<Did>[] = [
  {
    key: 'number',
    title: 'Number',
    render: (one) => (
      <>
        <Text size="sm" fw={550} className="db-figures" truncate>
          {phoneText(one.phoneNumber)}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {one.label}
        </Text>
        <Narrow>
          <LeadsTo number={one} />
        </Narrow>
      </>
    ),
  },
  { key: 'route', title: 'Calls lead to', hideBelow: 'sm', render: (one) => <LeadsTo number={one} /> },
  {
    key: 'uses',
    title: 'For',
    width: 130,
    hideBelow: 'md',
    render: (one) => (
      <>
        <Text size="sm">{uses(one)}</Text>
        {isHeld(one) && (
          <Text size="xs" c="var(--mantine-color-amber-text)">
            Texts not registered
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'place',
    title: 'Area',
    width: 110,
    hideBelow: 'md',
    render: ({ areaCode, state }) => [areaCode, state].filter(Boolean).join(' · ') || '–',
  },
  {
    key: 'carrier',
    title: 'Carrier',
    width: 140,
    hideBelow: 'md',
    render: ({ carrier, monthlyCost, currency, releasedAt }) => (
      <>
        <Text size="sm">{didCarriers[carrier]}</Text>
        {monthlyCost !== null && !releasedAt && (
          <Text size="xs" c="dimmed" className="db-figures">
            {moneyText(monthlyCost, currency)} a month
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'today',
    title: 'Calls today',
    width: 120,
    hideBelow: 'md',
    render: ({ poolIds, callsToday, lastUsedAt }) => (
      <>
        <Text size="sm" className="db-figures">
          {callsToday}
        </Text>
        <Text size="xs" c="dimmed">
          {lastUsedAt ? (
            <RelativeTime at={lastUsedAt} />
          ) : poolIds.length > 0 ? (
            'not this week'
          ) : (
            'in no pool'
          )}
        </Text>
      </>
    ),
  },
  {
    key: 'shares',
    title: `Answered, ${numberFigureDays} days`,
    width: 150,
    hideBelow: 'md',
    render: ({ phoneNumber }) => <SharesOfNumber phoneNumber={phoneNumber} />,
  },
  stateColumn(stateOf, { title: 'Status' }),
];

/** The workspace's phone numbers, and where calls to them lead. Admins change them. */
export default function NumbersTab() {
  const mayEdit = useMay()('dids.edit');
  const mayBuy = useMay()('dids.buy');
  const release = useRelease();
  const address = useResourceAddress('number');
  const { search, page, opened, open } = address;
  const list = useQuery(
    query.dids.list.queryOptions({
      input: { page, ...given({ search }) },
      placeholderData: keepPreviousData,
    }),
  );
  const refresh = useRefresh(query.dids, query.carrierDids, query.sms);
  const [syncing, sync] = useBusy();
  async function syncAll() {
    const synced = await Promise.all(
      rentingCarriers.map((carrier) => callsOfCarrier(api.carrierDids, carrier).sync({})),
    );
    await refresh();
    const count = (of: 'added' | 'removed') => synced.reduce((sum, one) => sum + one[of], 0);
    const trouble = synced.flatMap((one) => one.trouble);
    // There is one toast at a time: the good news would take the place of the bad.
    if (trouble.length > 0) toast.error(trouble.join(' '));
    else toast.success(`${count('added')} numbers found, ${count('removed')} gone`);
  }
  const costs = list.data?.costs ?? [];
  return (
    <>
      {mayBuy && <CarrierNews />}
      {costs.length > 0 && (
        <Text size="sm" c="dimmed" mb="sm" className="db-figures">
          {costs
            .map(
              ({ currency, monthlyCost, numbers }) =>
                `${moneyText(monthlyCost, currency)} a month for ${numbers} ${numbers === 1 ? 'number' : 'numbers'}`,
            )
            .join(', ')}
        </Text>
      )}
      <ResourcePage
        noun="number"
        plural="numbers"
        address={address}
        mayEdit={mayEdit}
        of={list}
        rows={list.data?.dids}
        columns={columns}
        nameOf={({ phoneNumber }) => phoneText(phoneNumber)}
        spokenOf={({ phoneNumber }) => phoneText(phoneNumber)}
        rowLabel={({ phoneNumber, label }) => [phoneText(phoneNumber), label].filter(Boolean).join(', ')}
        search={{
          placeholder: 'Search by number or label',
          none: 'No number has these digits or this label.',
        }}
        pagination={list.data?.pagination}
        actions={
          <>
            {mayBuy && (
              <>
                <Button
                  data-changes
                  variant="default"
                  leftSection={<IconRefresh size={17} />}
                  loading={syncing}
                  onClick={() => void sync(syncAll)}
                >
                  Sync
                </Button>
                <Button
                  data-changes
                  variant="default"
                  leftSection={<IconShoppingCart size={17} />}
                  onClick={() => open(fromCarrier)}
                >
                  Buy numbers
                </Button>
              </>
            )}
            <Button
              data-changes
              variant="default"
              leftSection={<IconUpload size={17} />}
              onClick={() => open(fromFile)}
            >
              From a file
            </Button>
          </>
        }
        menu={(number) =>
          mayBuy &&
          isReleasable(number) && (
            <Menu.Item
              data-changes
              leftSection={<IconPhoneOff size={16} />}
              onClick={() => release.ask(number)}
            >
              Release
            </Menu.Item>
          )
        }
        empty={{
          icon: IconPhoneIncoming,
          words: 'A number that people call, and the queue or extension that it rings.',
        }}
        remove={{
          work: ({ id }) => api.dids.remove({ id }),
          words: 'Calls to it are not taken any more. What was noted of earlier calls stays.',
          stale: [query.dids],
        }}
      >
        {(number, onClose) => (
          <>
            <NumberPanel number={number} onClose={onClose} />
            <UploadPanel opened={mayEdit && opened === fromFile} onClose={onClose} />
            <BuyPanel opened={mayBuy && opened === fromCarrier} onClose={onClose} />
          </>
        )}
      </ResourcePage>
      {release.dialogs}
    </>
  );
}

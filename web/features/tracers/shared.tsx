import { Alert, Anchor, Select, Text } from '@mantine/core';
import { IconCoin, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Purpose, purposes } from '#shared/model/tracer.ts';
import { type api, query } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useMay } from '#web/app/use-may.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';

export type TracerStatus = Awaited<ReturnType<typeof api.tracers.status>>;

/** Whether searches are possible, and how many are left. */
export const useTracing = () =>
  useQuery(query.tracers.status.queryOptions({ input: {}, enabled: useMay()('tracers.view') }));

/** Whether whoever is signed in may search now: the screens that offer it ask this. */
export function useMaySearch(): boolean {
  const may = useMay();
  const { data } = useTracing();
  return may('tracers.search') && data?.enabled === true && data.connected;
}

export const dollars = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2 });

/** What a search came to. */
export function costText({ cost, cached }: { cost: number | null; cached: boolean }): string {
  if (cached) return 'Answered from what was kept; nothing was billed';
  return cost === null ? 'Billed by the provider' : `Billed ${dollars(cost)}`;
}

/** What so many searches may cost at most. */
export function priceText({ price }: Pick<TracerStatus, 'price'>, count = 1): string {
  if (price !== null) return `up to ${dollars(price * count)}`;
  return count === 1 ? 'one search' : `up to ${count.toLocaleString('en-US')} searches`;
}

const purposeOptions = Object.entries(purposes).map(([value, { label }]) => ({ value, label }));

interface PurposeSelectProps {
  value: Purpose | null;
  error?: string | undefined;
  onChange: (purpose: Purpose) => void;
}

/** What a search is for, by the two acts that allow it; it is kept with the search. */
export const PurposeSelect = ({ value, error, onChange }: PurposeSelectProps) => (
  <Select
    label="Purpose"
    description={value ? purposes[value].law : 'Kept with the search for five years.'}
    placeholder="Choose what it is for"
    required
    withAsterisk={false}
    allowDeselect={false}
    data={purposeOptions}
    value={value}
    error={error}
    onChange={(chosen) => chosen && onChange(chosen as Purpose)}
  />
);

/** Before anything is sent: what it may cost, and what it must not be used for. */
export const BilledNotice = ({ status, count = 1 }: { status: TracerStatus; count?: number }) => (
  <Alert color="gray" icon={<IconCoin size={18} />} p="xs">
    <Text size="sm">
      This may be billed: {priceText(status, count)}. {status.balance.toLocaleString('en-US')}{' '}
      {status.balance === 1 ? 'search is' : 'searches are'} left this month. What was found in the last 30
      days costs nothing.
    </Text>
    <Text size="xs" c="dimmed" mt={4}>
      Not for decisions about credit, insurance, employment or housing (FCRA), and not for marketing lists.
      {status.sandbox && ' The sandbox answers, with people who do not exist.'}
    </Text>
  </Alert>
);

/** Where the workspace may not search, or cannot yet. */
export function Unavailable({ status }: { status: TracerStatus }) {
  const mayManage = useMay()('tracers.manage');
  if (!status.enabled)
    return (
      <EmptyState icon={IconUserSearch} title="Skip tracing is not switched on for this workspace">
        It finds numbers and addresses of people from public records, and each search is billed. Whoever runs
        the platform switches it on, with a limit for each month.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconUserSearch}
      title="No provider is connected yet"
      action={
        mayManage && (
          <Anchor component={Link} to="/tracers/settings">
            Set the credentials
          </Anchor>
        )
      }
    >
      Searches go to your own account at Tracers or Enformion.
      {!mayManage && ' An admin sets its credentials.'}
    </EmptyState>
  );
}

/** Whether an answer was lost earlier, so that sending again has to be meant. */
export const mayBeBilledTwice = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'may_have_been_billed';

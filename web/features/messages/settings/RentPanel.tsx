import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { addressText } from '../shared/words.ts';
import { SandboxNote } from './SandboxNote.tsx';

interface RentPanelProps {
  opened: boolean;
  onClose: () => void;
  onRented: () => Promise<unknown>;
}

/** Looks for numbers of an area and rents one from Twilio. */
export function RentPanel({ opened, onClose, onRented }: RentPanelProps) {
  const [typed, setTyped] = useState('');
  const [areaCode, setAreaCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [renting, setRenting] = useState<string>();
  const found = useQuery(
    query.sms.twilioNumbers.queryOptions({
      input: { areaCode },
      enabled: opened && areaCode !== '',
      staleTime: 0,
    }),
  );
  function look(event: FormEvent) {
    event.preventDefault();
    const isCode = /^[2-9]\d{2}$/.test(typed.trim());
    setProblem(isCode ? undefined : 'An area code has three digits, such as 212.');
    if (isCode) setAreaCode(typed.trim());
  }
  async function rent(number: string) {
    setRenting(number);
    try {
      await api.sms.rentTwilioNumber({ number });
      await onRented();
      toast.success(`${addressText(number)} is yours`);
      onClose();
    } catch (error) {
      toast.error(error);
    } finally {
      setRenting(undefined);
    }
  }
  return (
    <SidePanel opened={opened} onClose={onClose} title="Rent a number">
      <form onSubmit={look}>
        <Group align="flex-start" gap="xs" wrap="nowrap" mb="md">
          <TextInput
            flex={1}
            label="Area code"
            placeholder="212"
            inputMode="numeric"
            maxLength={3}
            error={problem}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          <Button
            type="submit"
            variant="default"
            mt={24}
            leftSection={<IconSearch size={16} />}
            loading={found.isFetching}
          >
            Search
          </Button>
        </Group>
      </form>
      {areaCode === '' ? (
        <Text size="sm" c="dimmed">
          People answer a number of their own area sooner.
        </Text>
      ) : found.error ? (
        <Text size="sm" c="red" role="alert">
          {messageOf(found.error)}
        </Text>
      ) : !found.data ? (
        <LinesSkeleton lines={5} />
      ) : found.data.available.length === 0 ? (
        <Text size="sm">No number of {areaCode} is to be had now.</Text>
      ) : (
        <>
          {found.data.sandbox && <SandboxNote kind="texts" />}
          <Box component="ul" className="db-list" mt={12} aria-label="Numbers to rent">
            {found.data.available.map(({ number, locality, region, sms, mms, voice }) => (
              <Group
                component="li"
                key={number}
                className="db-line-below"
                justify="space-between"
                gap={12}
                wrap="nowrap"
                py={10}
              >
                <div>
                  <div className="db-figures">{addressText(number)}</div>
                  <Text size="xs" c="dimmed">
                    {[
                      [locality, region].filter(Boolean).join(', '),
                      [sms && 'texts', mms && 'pictures', voice && 'calls'].filter(Boolean).join(', '),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </div>
                <Button
                  data-changes
                  size="compact-sm"
                  variant="default"
                  aria-label={`Rent ${addressText(number)}`}
                  loading={renting === number}
                  disabled={renting !== undefined}
                  onClick={() => void rent(number)}
                >
                  Rent
                </Button>
              </Group>
            ))}
          </Box>
        </>
      )}
    </SidePanel>
  );
}

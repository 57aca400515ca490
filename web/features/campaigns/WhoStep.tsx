import { Alert, Box, Loader, Radio, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { type FollowUpWho, followUpWho } from '#shared/model/campaign.ts';
import { messageLimits } from '#shared/model/message.ts';
import { messageOf } from '#web/app/api-error.ts';
import { FilterGroup } from '#web/features/leads/filter/FilterGroup.tsx';
import { filterFieldsOf } from '#web/features/leads/filter/fields.ts';
import { asGroup, isEverything } from '#web/features/leads/filter/tree.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { addressText } from '#web/features/messages/shared/words.ts';
import { DropArea } from '#web/ui/DropArea.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { readContacts } from './contacts-file.ts';
import { type ContactRow, filterOf } from './draft.ts';
import type { StepProps } from './NewCampaign.tsx';
import { leftOutText, peopleText } from './useAudience.ts';

/** Whom the campaign is for: leads by a filter, or the contacts of a file. */
export function WhoStep({ draft, change, problems, audience }: StepProps) {
  const fields = filterFieldsOf(useLeadSettings());
  return (
    <Surface component="section" aria-label="Who">
      <SegmentedControl
        mb="md"
        // Three of them are wider than a phone.
        size={draft.followUp || draft.chosen.length > 0 ? 'xs' : 'sm'}
        maw="100%"
        aria-label="Whom it is for"
        data={[
          ...(draft.followUp ? [{ value: 'followUp', label: 'A follow-up' }] : []),
          ...(draft.chosen.length > 0 ? [{ value: 'chosen', label: 'Chosen leads' }] : []),
          { value: 'filter', label: 'Leads by a filter' },
          { value: 'file', label: 'A list from a file' },
        ]}
        value={draft.audience}
        onChange={(value) => change({ audience: value as 'filter' })}
      />
      {draft.audience === 'followUp' && draft.followUp ? (
        <FollowUp draft={draft} change={change} audience={audience} />
      ) : draft.audience === 'chosen' ? (
        <Text size="sm" role="status">
          For the <strong className="db-figures">{peopleText(audience)}</strong> that you chose among the
          leads.
        </Text>
      ) : draft.audience === 'file' ? (
        <ContactsFile draft={draft} change={change} problem={problems.contacts} audience={audience} />
      ) : (
        <>
          <Box maw={560}>
            <FilterGroup
              group={asGroup(draft.filter)}
              fields={fields}
              depth={1}
              onChange={(filter) => change({ filter })}
            />
          </Box>
          {isEverything(filterOf(draft)) && (
            <Alert color="amber" variant="light" mt="sm" py={8}>
              Without a condition it is for every lead.
            </Alert>
          )}
          {audience.error ? (
            <Text size="sm" c="red" mt="sm" role="alert">
              {messageOf(audience.error)}
            </Text>
          ) : (
            <Reach audience={audience} />
          )}
        </>
      )}
    </Surface>
  );
}

/** How many would be texted, and how many would not, which the review says why. */
const Reach = ({ audience }: Pick<StepProps, 'audience'>) => (
  <Text size="sm" mt="sm" role="status">
    Would be texted now: <strong className="db-figures">{peopleText(audience)}</strong>
    {leftOutText(audience)}. Everybody is asked about again when it is their turn.
  </Text>
);

/** Whom of another campaign it is for. */
function FollowUp({
  draft: { followUp },
  change,
  audience,
}: Pick<StepProps, 'draft' | 'change' | 'audience'>) {
  if (!followUp) return null;
  return (
    <>
      <Radio.Group
        label={
          <>
            Of those whom <bdi>{followUp.name}</bdi> has reached
          </>
        }
        value={followUp.who}
        onChange={(who) => change({ followUp: { ...followUp, who: who as FollowUpWho } })}
      >
        <Stack gap={8} mt={8}>
          {Object.entries(followUpWho).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {audience.error ? (
        <Text size="sm" c="red" mt="sm" role="alert">
          {messageOf(audience.error)}
        </Text>
      ) : (
        <Reach audience={audience} />
      )}
    </>
  );
}

function ContactsFile({
  draft,
  change,
  problem,
  audience,
}: Pick<StepProps, 'draft' | 'change' | 'audience'> & { problem: string | undefined }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function take(file: File | undefined) {
    if (!file || busy) return;
    setError(undefined);
    if (file.size > messageLimits.contactsBytes)
      return setError(
        `A list may have ${messageLimits.contactsBytes / 1e6} MB here. Bring a longer one in as an import first.`,
      );
    setBusy(true);
    try {
      change({ contacts: await readContacts(file) });
    } catch (failure) {
      change({ contacts: null });
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  }
  const rows = draft.contacts?.rows ?? [];
  const shown = rows.find(({ fields }) => fields.length > 0)?.fields ?? [];
  const trouble = error ?? problem;
  return (
    <>
      <DropArea accept=".csv,.tsv,.txt,text/csv" onFiles={([file]) => void take(file)}>
        {busy ? (
          <Loader size={26} aria-label="Reading the list" role="status" />
        ) : (
          <IconFileImport size={28} aria-hidden />
        )}
        <Text fw={600} component="span">
          {draft.contacts ? draft.contacts.file.name : 'Choose a CSV file or drop it here'}
        </Text>
        <Text size="sm" c="dimmed" component="span">
          {draft.contacts
            ? `${draft.contacts.count.toLocaleString()} rows. Press to choose another.`
            : 'The first row names the columns. Everybody in it becomes a lead, or is found as one.'}
        </Text>
      </DropArea>
      {trouble && (
        <Alert color="red" variant="light" mt="md" role="alert">
          {trouble}
        </Alert>
      )}
      {draft.contacts?.hasPhone && <Reach audience={audience} />}
      {rows.length > 0 && (
        <Box mt={16} style={{ overflowX: 'auto' }} {...reachable}>
          <Table aria-label="First rows" fz="sm" verticalSpacing={8}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Row</Table.Th>
                {shown.map(({ field, label }) => (
                  <Table.Th key={field}>{label}</Table.Th>
                ))}
                <Table.Th>What becomes of it</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ row, fields, outcome, reason }) => (
                <Table.Tr key={row}>
                  <Table.Td className="db-figures">{row}</Table.Td>
                  {shown.map(({ field }) => (
                    <Table.Td key={field}>
                      <bdi>{addressText(fields.find((one) => one.field === field)?.value ?? '')}</bdi>
                    </Table.Td>
                  ))}
                  <Table.Td>{outcome === 'reject' ? reason : outcomes[outcome]}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      )}
    </>
  );
}

/** A table that is wider than its room is reached by keyboard, too. */
const reachable = { role: 'region', 'aria-label': 'Preview of the list', tabIndex: 0 } as const;

const outcomes: Record<ContactRow['outcome'], string> = {
  create: 'New lead',
  update: 'A lead already',
  skip: 'A lead already',
  reject: 'Cannot be texted',
};

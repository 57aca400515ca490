import { Box, Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { type Lead, leadLimits } from '#shared/model/lead.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { customText, money } from '../shared/format.ts';
import { useAgents, useLeadSettings, useTags } from '../shared/lookups.ts';
import { personName } from '../shared/names.ts';
import { InPlace } from './InPlace.tsx';
import styles from './page.module.css';
import type { LeadEditor } from './useLeadEditor.ts';

interface DetailsProps {
  lead: Lead;
  editor: LeadEditor;
}

const plain = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['company', 'Company'],
  ['brand', 'Brand'],
  ['source', 'Source'],
] as const;

const addressParts = [
  ['street', 'Street', 200],
  ['city', 'City', 100],
  ['state', 'State', 50],
  ['postcode', 'Postcode', 20],
  ['country', 'Country', 2],
] as const;

/** The lead's own fields and the tenant's, each changed where it stands. */
export function Details({ lead, editor }: DetailsProps) {
  const agents = useAgents();
  return (
    <Stack component="dl" className={styles.fields} gap={2} m={0}>
      {plain.map(([field, label]) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            <InPlace
              label={label}
              value={lead[field]}
              maxLength={100}
              onSave={(value) => editor.save({ [field]: String(value ?? '') })}
            />
          </dd>
        </div>
      ))}
      <div>
        <dt>Deal</dt>
        <dd>
          <InPlace
            label="Deal"
            type="number"
            min={0}
            max={1_000_000_000}
            value={lead.dealAmount}
            onSave={(value) => editor.save({ dealAmount: value === null ? null : Number(value) })}
          >
            {lead.dealAmount === null ? 'Add' : money(lead.dealAmount)}
          </InPlace>
        </dd>
      </div>
      <div>
        <dt>Added</dt>
        <Box component="dd" px={8} fz="sm">
          <RelativeTime at={lead.createdAt} /> by{' '}
          {lead.importId ? 'an import' : personName(agents, lead.createdBy)}
        </Box>
      </div>
      <div>
        <dt>Last contact</dt>
        <Box component="dd" px={8} fz="sm">
          {lead.lastContactedAt ? <RelativeTime at={lead.lastContactedAt} /> : 'Never'}
        </Box>
      </div>
    </Stack>
  );
}

export function Address({ lead, editor }: DetailsProps) {
  return (
    <Stack component="dl" className={styles.fields} gap={2} m={0}>
      {addressParts.map(([part, label, maxLength]) => (
        <div key={part}>
          <dt>{label}</dt>
          <dd>
            <InPlace
              label={label}
              value={lead.address[part]}
              maxLength={maxLength}
              onSave={(value) => editor.save({ address: { ...lead.address, [part]: String(value ?? '') } })}
            />
          </dd>
        </div>
      ))}
    </Stack>
  );
}

/** The fields that this tenant has added. */
export function CustomFields({ lead, editor }: DetailsProps) {
  const { customFields } = useLeadSettings();
  return (
    <Stack component="dl" className={styles.fields} gap={2} m={0}>
      {customFields.map(({ key, label, type, choices }) => {
        const value = lead.customFields[key] ?? null;
        return (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <InPlace
                label={label}
                type={type}
                value={value}
                maxLength={leadLimits.customText}
                choices={choices.map((choice) => ({ value: choice, label: choice }))}
                onSave={(next) => editor.save({ customFields: { [key]: next === '' ? null : next } })}
              >
                {value === null ? 'Add' : customText(value, type)}
              </InPlace>
            </dd>
          </div>
        );
      })}
    </Stack>
  );
}

/** Tags are saved when the box is left. */
export function Tags({ lead, editor }: DetailsProps) {
  const known = useTags();
  const [draft, setDraft] = useState<string[] | null>(null);
  const tags = draft ?? lead.tags;
  async function save(next: string[]) {
    setDraft(next);
    await editor.save({ tags: next });
    setDraft(null);
  }
  return (
    <TagsInput
      data-changes
      aria-label="Tags"
      placeholder={tags.length === 0 ? 'Type and press Enter' : undefined}
      data={known}
      maxTags={leadLimits.tags}
      acceptValueOnBlur
      value={tags}
      onChange={(next) => void save([...new Set(next.map((tag) => tag.toLowerCase()))])}
    />
  );
}

import { Box, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { type Lead, leadLimits } from '#shared/model/lead.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { customText, money } from '../shared/format.ts';
import { useAgents, useLeadSettings, useTags } from '../shared/lookups.ts';
import { personName } from '../shared/names.ts';
import { InPlace } from './InPlace.tsx';
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

/** The values begin where their buttons' words do. */
const inPlace = { terms: 102, style: { gap: '2px 0' } };

/** The lead's own fields and the tenant's, each changed where it stands. */
export function Details({ lead, editor }: DetailsProps) {
  const agents = useAgents();
  return (
    <DefinitionList {...inPlace}>
      {plain.map(([field, label]) => (
        <Definition key={field} term={label}>
          <InPlace
            label={label}
            value={lead[field]}
            maxLength={100}
            onSave={(value) => editor.save({ [field]: String(value ?? '') })}
          />
        </Definition>
      ))}
      <Definition term="Deal">
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
      </Definition>
      <Definition term="Added">
        <Box px={8} py={5}>
          <RelativeTime at={lead.createdAt} /> by{' '}
          {lead.importId ? 'an import' : personName(agents, lead.createdBy)}
        </Box>
      </Definition>
      <Definition term="Last contact">
        <Box px={8} py={5}>
          {lead.lastContactedAt ? <RelativeTime at={lead.lastContactedAt} /> : 'Never'}
        </Box>
      </Definition>
    </DefinitionList>
  );
}

export function Address({ lead, editor }: DetailsProps) {
  return (
    <DefinitionList {...inPlace}>
      {addressParts.map(([part, label, maxLength]) => (
        <Definition key={part} term={label}>
          <InPlace
            label={label}
            value={lead.address[part]}
            maxLength={maxLength}
            onSave={(value) => editor.save({ address: { ...lead.address, [part]: String(value ?? '') } })}
          />
        </Definition>
      ))}
    </DefinitionList>
  );
}

/** The fields that this tenant has added. */
export function CustomFields({ lead, editor }: DetailsProps) {
  const { customFields } = useLeadSettings();
  return (
    <DefinitionList {...inPlace}>
      {customFields.map(({ key, label, type, choices }) => {
        const value = lead.customFields[key] ?? null;
        return (
          <Definition key={key} term={label}>
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
          </Definition>
        );
      })}
    </DefinitionList>
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

import { Group } from '@mantine/core';
import type { Lead, LeadSettings } from '#shared/model/lead.ts';
import { Initials } from '#web/ui/Initials.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { customText, money } from '../shared/format.ts';
import { type Person, personName, statusOf } from '../shared/names.ts';
import { StatusBadge } from '../shared/StatusBadge.tsx';
import { TagList } from '../shared/TagList.tsx';

export interface CellContext {
  settings: LeadSettings;
  agents: readonly Person[];
}

const none = <span className="db-dim">–</span>;

/** What one cell of a lead's row says. */
export function cellOf(lead: Lead, key: string, { settings, agents }: CellContext) {
  switch (key) {
    case 'phone':
      return lead.phone ? <span className="db-figures">{phoneText(lead.phone)}</span> : none;
    case 'status':
      return <StatusBadge status={statusOf(settings.statuses, lead.status)} />;
    case 'ownerId':
      return lead.ownerId ? (
        <Group component="span" gap={7} wrap="nowrap" miw={0}>
          <Initials name={personName(agents, lead.ownerId)} size={22} />
          <span className="db-cut">{personName(agents, lead.ownerId)}</span>
        </Group>
      ) : (
        <span className="db-dim">Nobody</span>
      );
    case 'tags':
      return lead.tags.length > 0 ? <TagList tags={lead.tags} most={2} /> : none;
    case 'score':
      return <span className="db-figures">{lead.score}</span>;
    case 'dealAmount':
      return lead.dealAmount === null ? none : <span className="db-figures">{money(lead.dealAmount)}</span>;
    case 'city':
    case 'state':
    case 'postcode':
      return lead.address[key] || none;
    case 'createdAt':
    case 'updatedAt':
    case 'lastContactedAt': {
      const at = lead[key];
      return at ? <RelativeTime at={at} /> : none;
    }
    case 'email':
    case 'company':
    case 'brand':
    case 'source':
      return lead[key] || none;
    default: {
      const field = settings.customFields.find((one) => `custom.${one.key}` === key);
      return customText(field && lead.customFields[field.key], field?.type ?? 'text');
    }
  }
}

import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { dateText } from '../shared/format.ts';
import { useAgents, useLeadSettings } from '../shared/lookups.ts';
import { personName, statusOf } from '../shared/names.ts';
import { filterFieldsOf } from './fields.ts';
import { sentenceOf, type ValueText } from './tree.ts';

/** Says filters in words, with the names of owners and statuses. */
export function useFilterWords(): (filter: LeadFilter) => string {
  const settings = useLeadSettings();
  const agents = useAgents();
  const fields = filterFieldsOf(settings);
  const valueText: ValueText = (field, value) => {
    if (field?.kind === 'owner') return personName(agents, value === null ? null : String(value));
    if (field?.kind === 'status') return statusOf(settings.statuses, String(value)).label;
    if (field?.kind === 'moment' || field?.kind === 'date') return dateText(String(value));
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return typeof value === 'number' ? value.toLocaleString() : String(value ?? 'nothing');
  };
  return (filter) => sentenceOf(filter, fields, valueText);
}

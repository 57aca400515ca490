import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { leadName, phoneText } from '#web/ui/lead-text.ts';
import { query } from '../api.ts';
import { useMay } from '../use-may.ts';

/** What the search takes at least; shorter texts find areas and commands alone. */
const shortest = 2;
/** Leads that are shown; whoever wants more goes on in the list of leads. */
const most = 5;

/**
 * The leads whose name, number or address somebody types in the command palette, each leading to its page; no group where
 * there are none. `isLooking` until the server has answered for what is typed.
 */
export function useFoundLeads(typed: string): { found: SpotlightActionGroupData[]; isLooking: boolean } {
  const navigate = useNavigate();
  const mayView = useMay()('leads.view');
  const [text] = useDebouncedValue(typed.trim(), 200);
  const isSearched = mayView && text.length >= shortest;
  const { data, isFetching } = useQuery(
    query.leads.search.queryOptions({
      input: { query: text, limit: most },
      enabled: isSearched,
      placeholderData: keepPreviousData,
    }),
  );
  const isLooking = mayView && typed.trim().length >= shortest && (typed.trim() !== text || isFetching);
  if (!isSearched || !data || data.leads.length === 0) return { found: [], isLooking };
  const found = [
    {
      group: 'Leads',
      actions: data.leads.map((lead) => ({
        id: `lead-${lead.id}`,
        label: leadName(lead),
        description: [lead.phone && phoneText(lead.phone), lead.email].filter(Boolean).join(' · '),
        // Found by the server: the palette's own filter is not to leave it out again.
        keywords: [typed],
        leftSection: <IconUser size={20} stroke={1.6} />,
        onClick: () => void navigate(`/leads/${lead.id}`),
      })),
    },
  ];
  return { found, isLooking };
}

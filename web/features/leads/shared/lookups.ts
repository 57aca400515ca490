import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { defaultLeadSettings, type LeadSettings } from '#shared/model/lead.ts';
import { query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import type { Person } from './names.ts';

const minute = 60_000;

/** Statuses, custom fields and rules of the tenant; the defaults stand in until they have come. */
export function useLeadSettings(): LeadSettings {
  const { data } = useQuery(query.leads.settings.queryOptions({ input: {}, staleTime: 5 * minute }));
  return data ?? defaultLeadSettings;
}

/** Who can own leads: the agents, whoever owns some, and oneself. */
export function useAgents(): Person[] {
  const { user } = useSignedIn();
  const { data } = useQuery(query.leadAssignments.stats.queryOptions({ input: {}, staleTime: minute }));
  return useMemo(() => {
    const agents = (data?.agents ?? []).map(({ agentId, name, isActive }) => ({
      id: agentId,
      name,
      isActive,
    }));
    const self = { id: user.userId, name: user.fullName || user.username, isActive: true };
    return agents.some(({ id }) => id === self.id) ? agents : [...agents, self];
  }, [data, user.userId, user.fullName, user.username]);
}

/** Every tag in use, the most used first. */
export function useTags(): string[] {
  const { data } = useQuery(query.leads.tags.queryOptions({ input: {}, staleTime: minute }));
  return useMemo(
    () => [...(data?.tags ?? [])].sort((a, b) => b.count - a.count).map(({ tag }) => tag),
    [data],
  );
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PlanResources } from '#shared/model/dialplan/resolve.ts';
import { query } from '#web/app/api.ts';

/** What nodes name, by id. `isReady`: all lists are there, and what is in none of them is gone. */
export type Named = PlanResources & { isReady: boolean };

const none: never[] = [];
const stale = { staleTime: 60_000 };

/** What nodes name: extensions, queues, menus, recordings, templates of texts, numbers, plans. @param planId of the plan that is drawn. Each is an empty list where it could not be loaded. */
export function useLists(planId?: string) {
  const asked = {
    extensions: useQuery(query.pbx.listExtensions.queryOptions({ input: {}, ...stale })),
    queues: useQuery(query.pbx.listQueues.queryOptions({ input: {}, ...stale })),
    menus: useQuery(query.ivr.list.queryOptions({ input: {}, ...stale })),
    recordings: useQuery(query.recordings.list.queryOptions({ input: {}, ...stale })),
    endpoints: useQuery(query.webhooks.listEndpoints.queryOptions({ input: {}, ...stale })),
    templates: useQuery(query.messageTemplates.list.queryOptions({ input: { channel: 'sms' }, ...stale })),
    plans: useQuery(query.dialplans.list.queryOptions({ input: {}, ...stale })),
    dids: useQuery(query.dids.list.queryOptions({ input: { limit: 200 }, ...stale })),
  };
  const extensions = asked.extensions.data?.extensions ?? none;
  const queues = asked.queues.data?.queues ?? none;
  const menus = asked.menus.data?.menus ?? none;
  const recordings = asked.recordings.data?.recordings ?? none;
  const endpoints = asked.endpoints.data?.endpoints ?? none;
  const templates = asked.templates.data?.templates ?? none;
  const plans = asked.plans.data?.plans ?? none;
  const dids = asked.dids.data?.dids ?? none;
  const isReady = Object.values(asked).every(({ isSuccess }) => isSuccess);
  /** Not all lists have come yet, or failed. */
  const isLoading = Object.values(asked).some(({ isPending }) => isPending);
  const resources = useMemo<Named>(
    () => ({
      extensions: new Map(extensions.map((one) => [one.id, one])),
      queues: new Map(queues.map((one) => [one.id, one])),
      menus: new Map(menus.map((one) => [one.id, one])),
      recordings: new Map(recordings.map((one) => [one.id, one])),
      endpoints: new Map(endpoints.map((one) => [one.id, one])),
      templates: new Map(templates.map((one) => [one.id, one])),
      plans: new Map(plans.map((one) => [one.id, one])),
      planId,
      dids: new Map(dids.map(({ id, phoneNumber }) => [id, phoneNumber])),
      isReady,
    }),
    [extensions, queues, menus, recordings, endpoints, templates, plans, planId, dids, isReady],
  );
  /** There are more numbers than are listed here. */
  const missesDids = (asked.dids.data?.pagination.total ?? 0) > dids.length;
  return {
    extensions,
    queues,
    menus,
    recordings,
    endpoints,
    templates,
    plans,
    dids,
    missesDids,
    isReady,
    isLoading,
    resources,
  };
}
export type AllLists = ReturnType<typeof useLists>;

/** What plans can be made of: types, ranges, choices. */
export const useCapabilities = () =>
  useQuery(query.system.dialplanCapabilities.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }))
    .data;
export type Capabilities = NonNullable<ReturnType<typeof useCapabilities>>;

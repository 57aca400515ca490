import { useCallbackRef } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { query } from '../api.ts';
import { useSignedIn } from '../session.ts';
import { type Hold, holdOf, knownStanding } from './standing.ts';

/** How often a workspace that is held asks whether it still is. ms */
const askAgainMs = 15_000;

/** The workspace, and how it stands as far as that is known. */
export function useStanding() {
  const { tenantId } = useSignedIn();
  const { data: tenant, error } = useQuery(
    query.tenants.get.queryOptions({
      input: { id: Number(tenantId) },
      staleTime: 60_000,
      refetchInterval: ({ state }) => (holdOf(knownStanding(state.data, state.error)) ? askAgainMs : false),
    }),
  );
  return { tenant, known: knownStanding(tenant, error) };
}

/** What the server would refuse at present, whatever one's permissions, and why; undefined where it refuses nothing. */
export function useHold(): Hold | undefined {
  const { user } = useSignedIn();
  const hold = holdOf(useStanding().known);
  return user.role === 'operator' ? undefined : hold;
}

/**
 * Why nothing can be changed in the workspace at present; undefined where it can. For screens that look different
 * then; a single control needs no more than its mark (`HeldControls`).
 */
export const useReadOnlyReason = (): string | undefined => useHold()?.reason;

/** The same for a key, which presses no control that could be held: asked when it is pressed. */
export function useIsHeld(): () => boolean {
  const isHeld = useHold() !== undefined;
  return useCallbackRef(() => isHeld);
}

/** Asks for everything again when the workspace is no longer held, so that the pages come back by themselves. */
export function useReloadWhenReleased(): void {
  const client = useQueryClient();
  const isHeld = useHold() !== undefined;
  const wasHeld = useRef(isHeld);
  useEffect(() => {
    if (wasHeld.current && !isHeld) void client.invalidateQueries();
    wasHeld.current = isHeld;
  }, [isHeld, client]);
}

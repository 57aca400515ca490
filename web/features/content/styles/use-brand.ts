import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { defaultColors, presetColors } from '#shared/scene/presets.ts';
import { query, queryClient } from '#web/app/api.ts';

/** The kit changes some times a year. */
const staleTime = 5 * 60_000;

/** The tenant's kit. Where it cannot be had, pickers offer what they offer without one. */
export const useBrand = () =>
  useQuery(query.content.getBrand.queryOptions({ input: {}, staleTime }), queryClient);

export const usePresets = () =>
  useQuery(query.content.listPresets.queryOptions({ input: {}, staleTime }), queryClient);

/** What a colour picker offers: the brand's colours first, then the palette, then the presets. */
export function useSwatches(): string[] {
  const colors = useBrand().data?.colors;
  return useMemo(() => {
    const own = (colors ?? []).map(({ color }) => color.toLowerCase());
    return [...new Set([...own, ...defaultColors, ...presetColors])];
  }, [colors]);
}

/** The families that font pickers offer first. */
export const useBrandFonts = (): readonly string[] => useBrand().data?.fonts ?? none;
const none: readonly string[] = [];

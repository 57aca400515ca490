import { useLayoutEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';
import { AddressUnderway } from './address-underway.ts';

/**
 * What a list keeps in its address, so that a link or a reload shows the same. A screen declares it once:
 *
 *     const userFilters = { search: field.text(), role: field.oneOf(tenantRole.options), page: field.page, user: field.panel };
 *     const { filters, setFilters, clearFilters, filtered } = useAddressFilters(userFilters);
 *
 * The names are those in the address. What is nonsense there counts as left out, and what is empty is left out of it.
 */
export const field = {
  /** What somebody typed, cut at `max` characters; '' where there is none. */
  text: (max = 100) =>
    z
      .string()
      .catch('')
      .transform((text) => text.slice(0, max)),
  oneOf: <const Value extends string>(values: readonly Value[]) => z.enum(values).optional().catch(undefined),
  /** An id, or another word that the server checks. */
  id: z.string().optional(),
  /** A day in the viewer's own calendar, YYYY-MM-DD. */
  day: z.iso.date().optional().catch(undefined),
  /** From 1. Another filter begins at page 1 again. */
  page: z.coerce.number().int().min(1).catch(1),
  /** What is open beside the list: an id, 'new', or null. It filters nothing, and Back closes it. */
  panel: z.string().nullable().catch(null),
} as const;

export type Filters<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;

export function readFilters<Fields extends z.ZodRawShape>(
  fields: Fields,
  params: URLSearchParams,
): Filters<Fields> {
  const given = Object.keys(fields).map((name) => [name, params.get(name) ?? undefined]);
  return z.object(fields).parse(Object.fromEntries(given));
}

/** The address after a change. */
export function withFilters<Fields extends z.ZodRawShape>(
  fields: Fields,
  params: URLSearchParams,
  change: Partial<Filters<Fields>>,
): URLSearchParams {
  const result = new URLSearchParams(params);
  if (Object.keys(change).some((name) => isFilter(fields, name))) result.delete('page');
  for (const [name, value] of Object.entries(change)) {
    const text = value === undefined || value === null || value === 1 ? '' : String(value).trim();
    if (text) result.set(name, text);
    else result.delete(name);
  }
  return result;
}

const isFilter = (fields: z.ZodRawShape, name: string) =>
  fields[name] !== field.page && fields[name] !== field.panel;

/** Whether anything is left out of the list: its page and its panel leave nothing out. */
export const isFiltered = <Fields extends z.ZodRawShape>(fields: Fields, filters: Filters<Fields>): boolean =>
  Object.entries(filters).some(([name, value]) => Boolean(value) && isFilter(fields, name));

/** There is one address. */
const underway = new AddressUnderway();

export function useAddressFilters<Fields extends z.ZodRawShape>(fields: Fields) {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  useLayoutEffect(() => underway.show(params, key), [params, key]);
  const filters = readFilters(fields, params);
  /** Opening a panel is a step that Back undoes; typing in a filter is not. */
  const setFilters = (change: Partial<Filters<Fields>>) => {
    const next = withFilters(fields, underway.newest(params), change);
    underway.ask(next);
    setParams(next, {
      replace: !Object.entries(change).some(([name, value]) => fields[name] === field.panel && value),
    });
  };
  const clearFilters = () =>
    setFilters(
      Object.fromEntries(
        Object.keys(fields).flatMap((name) => (isFilter(fields, name) ? [[name, undefined]] : [])),
      ) as Partial<Filters<Fields>>,
    );
  return { filters, setFilters, clearFilters, filtered: isFiltered(fields, filters) };
}

/** The filters that are set, as a call's input takes them: what is empty is left out. */
export const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => Boolean(value))) as {
    [Name in keyof Values]?: Exclude<Values[Name], '' | null | undefined>;
  };

/** Days of the viewer's calendar, both included, as the instants between which a call is asked. */
export function wholeDays({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const start = (date: string, plus = 0) => {
    const at = new Date(`${date}T00:00`);
    at.setDate(at.getDate() + plus);
    return at.toISOString();
  };
  return { ...(from && { from: start(from) }), ...(to && { to: start(to, 1) }) };
}

/** How a list is read page by page: `query.calls.list.infiniteOptions({ input: (cursor) => …, ...byCursor })`. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | null }) => nextCursor ?? undefined,
};

/**
 * The address of a `ResourcePage`: what is searched, which page, and what is open beside the list, under the name
 * `panel` (`?search=miami&office=ofc-1`).
 */
export function useResourceAddress(panel: string) {
  const fields: z.ZodRawShape = { search: field.text(), page: field.page, [panel]: field.panel };
  const { filters, setFilters } = useAddressFilters(fields);
  return {
    search: filters.search as string,
    page: filters.page as number,
    /** An id, 'new' or another word of the screen's own; null while nothing is open. */
    opened: filters[panel] as string | null,
    open: (what: string | null) => setFilters({ [panel]: what }),
    find: (search: string) => setFilters({ search }),
    turnTo: (page: number) => setFilters({ page }),
  };
}

/** A list with the item of one place at another; as it was where there is no such place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

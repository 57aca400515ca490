import { useSearchParams } from 'react-router';

type Changes = Record<string, string | null | undefined>;

/**
 * What a page keeps in its address, so that a link or a reload shows the same: the parameters, a function that changes
 * some of them, and one that clears all. What is empty is left out. A change is no new entry of the history unless
 * `push` says so.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const change = (changes: Changes, { push = false } = {}) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: !push },
    );
  const clear = () => setParams({}, { replace: true });
  return [params, change, clear] as const;
}

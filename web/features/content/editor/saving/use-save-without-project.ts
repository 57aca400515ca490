import { useEffect } from 'react';
import { matchKeybindingPress, parseKeybinding } from 'tinykeys';
import { toast } from '#web/ui/toast.ts';

const save = parseKeybinding('$mod+s')[0]!;

/** The Save key while a project is loading, or could not be loaded: the browser's own saving of the page is of no use. */
export function useSaveWithoutProject(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      if (!matchKeybindingPress(event, save)) return;
      event.preventDefault();
      toast.info('No project selected to save');
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [active]);
}

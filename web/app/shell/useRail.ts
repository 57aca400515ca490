import { useState } from 'react';
import { storedText, storeText } from '#web/ui/browser-storage.ts';

const key = 'rail-collapsed';

/** Whether the rail is collapsed to icons: `[collapsed, toggle]`, kept in this browser. */
export function useRail(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(() => storedText(key) === 'true');
  return [
    collapsed,
    () => {
      storeText(key, String(!collapsed));
      setCollapsed(!collapsed);
    },
  ];
}

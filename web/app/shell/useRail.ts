import { useState } from 'react';

const key = 'rail-collapsed';

/** Whether the rail is collapsed to icons: `[collapsed, toggle]`, kept in this browser. */
export function useRail(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(key) === 'true');
  return [
    collapsed,
    () => {
      localStorage.setItem(key, String(!collapsed));
      setCollapsed(!collapsed);
    },
  ];
}

import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface TabListProps {
  /** The value of the tab that is chosen. */
  chosen: string;
  mb?: string;
  children: ReactNode;
}

/** Tabs that scroll aside where there is no room for all, with the chosen one in sight. */
export function TabList({ chosen, mb, children }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice scrolls again
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    if (!list.current || !tab) return;
    const [all, one] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    // The list alone: the page stays where it is.
    list.current.scrollBy({ left: one.left - all.left - (all.width - one.width) / 2 });
  }, [chosen]);
  return (
    <Tabs.List ref={list} className="db-tabs" {...(mb ? { mb } : {})}>
      {children}
    </Tabs.List>
  );
}

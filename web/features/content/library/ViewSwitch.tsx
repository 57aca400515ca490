import { SegmentedControl } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';

export type View = 'grid' | 'list';

interface ViewSwitchProps {
  view: View;
  onView: (view: View) => void;
}

/** Whether what is there is shown as pictures side by side, or as lines. */
export const ViewSwitch = ({ view, onView }: ViewSwitchProps) => (
  <SegmentedControl
    size="xs"
    aria-label="View"
    value={view}
    onChange={onView}
    data={[
      { value: 'grid', label: <IconLayoutGrid size={14} aria-label="Grid" /> },
      { value: 'list', label: <IconList size={14} aria-label="List" /> },
    ]}
  />
);

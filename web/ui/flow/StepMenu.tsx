// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFlowState } from './store/context.ts';

interface StepMenuProps {
  /** The button that opens it. */
  children: ReactNode;
  onChoose: (type: string) => void;
  opened?: boolean;
  onChange?: (opened: boolean) => void;
}

/** The kinds of steps as a menu. */
export function StepMenu({ children, onChoose, ...state }: StepMenuProps) {
  const { kind } = useFlowState();
  return (
    <Menu position="bottom" width={210} withinPortal {...state}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {kind.groups.map(({ label, types }) => (
          <div key={label} role="group" aria-label={label}>
            <Menu.Label>{label}</Menu.Label>
            {types.map((type) => {
              const { icon: Icon, label: name } = kind.lookOf(type);
              return (
                <Menu.Item key={type} leftSection={<Icon size={15} />} onClick={() => onChoose(type)}>
                  {name}
                </Menu.Item>
              );
            })}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

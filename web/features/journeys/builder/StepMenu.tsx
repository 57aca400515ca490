// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { definitionOf, type StepType } from '#shared/model/journey/steps/index.ts';
import { stepGroups, stepIcons, typesOfGroup } from '../shared/step-look.ts';

interface StepMenuProps {
  /** The button that opens it. */
  children: ReactNode;
  onChoose: (type: StepType) => void;
  opened?: boolean;
  onChange?: (opened: boolean) => void;
}

/** The kinds of steps as a menu. */
export function StepMenu({ children, onChoose, ...state }: StepMenuProps) {
  return (
    <Menu position="bottom" width={210} withinPortal {...state}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {stepGroups.map(({ key, label }) => (
          <div key={key} role="group" aria-label={label}>
            <Menu.Label>{label}</Menu.Label>
            {typesOfGroup(key).map((type) => {
              const Icon = stepIcons[type];
              return (
                <Menu.Item key={type} leftSection={<Icon size={15} />} onClick={() => onChoose(type)}>
                  {definitionOf(type).label}
                </Menu.Item>
              );
            })}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

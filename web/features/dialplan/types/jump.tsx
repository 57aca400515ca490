import { Anchor, Text } from '@mantine/core';
import { IconArrowRampRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ChoiceField } from '../builder/forms/ChoiceField.tsx';
import type { FormProps } from '../builder/forms/useNodeForm.ts';
import { unknown } from '../name-of.ts';
import { builderPath } from '../path.ts';
import type { NodeScreen } from './screen.tsx';

function JumpForm({ form: { config, set }, lists: { plans, resources } }: FormProps<'jump'>) {
  const standing = (id: string, isActive: boolean) =>
    id === resources.planId ? ' (this one)' : isActive ? '' : ' (not deployed)';
  const other = plans.find(({ id }) => id === config.planId && id !== resources.planId);
  return (
    <>
      <ChoiceField
        label="Dial plan"
        placeholder={plans.length === 0 ? 'There is no other yet' : 'Choose one'}
        data={plans.map(({ id, name, isActive }) => ({ value: id, label: name + standing(id, isActive) }))}
        value={config.planId}
        onChange={(planId) => set({ planId })}
      />
      {other && (
        <Anchor component={Link} size="sm" to={builderPath(other.id)}>
          Open that plan
        </Anchor>
      )}
      <Text size="xs" c="dimmed">
        The call goes on at the start of that plan, as it is deployed by then, and does not come back.
        “Failed” is for callers who come while it takes no calls.
      </Text>
    </>
  );
}

export const jump: NodeScreen<'jump'> = {
  icon: IconArrowRampRight,
  about: 'Goes on in another dial plan that takes calls.',
  Form: JumpForm,
  words: ({ planId }, named) => ({
    name: planId === null ? '' : (named.plans.get(planId)?.name ?? unknown('A plan', named)),
    detail: 'From its start',
  }),
};

import { Button, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconClick, IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { Element } from '#shared/model/content.ts';
import { type FormTab, formTabs } from '#shared/scene/element-type.ts';
import { typeOf } from '#shared/scene/registry.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { toast } from '#web/ui/toast.ts';
import editorStyles from '../editor/Editor.module.css';
import { elementName } from '../editor/element-name.ts';
import { useSelectedElements } from '../editor/use-editor.ts';
import { FieldInput } from './FieldInput.tsx';
import { isShown } from './field-values.ts';
import { AppearanceSection, LayoutSection } from './LayoutSection.tsx';

const labels: Record<FormTab, string> = {
  content: 'Content',
  style: 'Style',
  layout: 'Layout',
  effects: 'Effects',
};

/** The form of what is selected, made from its type's declaration. */
export default function PropertiesPanel() {
  const selected = useSelectedElements();
  const [tab, setTab] = useState<FormTab>('content');
  const [first] = selected;
  if (!first) {
    return (
      <EmptyState icon={IconClick} title="No Element Selected">
        Click an element on the canvas to see and change its properties.
      </EmptyState>
    );
  }
  const type = typeOf(first);
  const sameType = selected.every((element) => typeOf(element) === type);
  return (
    <>
      <div className={editorStyles.panelHead}>
        <Title order={2} size="sm" lineClamp={1} style={{ flex: 1 }}>
          {selected.length > 1 ? `${selected.length} elements` : elementName(first)}
        </Title>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconStack2 size={13} />}
          onClick={() => {
            setTab('layout');
            toast.info('Layer controls in Layout tab below!');
          }}
        >
          Layers
        </Button>
      </div>
      <Tabs
        value={tab}
        onChange={(value) => setTab(value as FormTab)}
        variant="default"
        color="amber"
        keepMounted={false}
        style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <Tabs.List grow>
          {formTabs.map((name) => (
            <Tabs.Tab key={name} value={name} fz={12.5} px={6}>
              {labels[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {formTabs.map((name) => (
          <Tabs.Panel
            key={name}
            value={name}
            className={editorStyles.panelBody}
            // Of what is locked nothing takes the focus, and the panel has to be scrolled by keys.
            tabIndex={selected.every(({ isLocked }) => isLocked) ? 0 : undefined}
          >
            <FormOfTab tab={name} elements={selected} sameType={sameType} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

interface FormOfTabProps {
  tab: FormTab;
  elements: readonly Element[];
  sameType: boolean;
}

function FormOfTab({ tab, elements, sameType }: FormOfTabProps) {
  const first = elements[0]!;
  const fields = sameType
    ? typeOf(first).form.filter((field) => field.tab === tab && isShown(field, first))
    : [];
  const own = tab === 'layout' || tab === 'effects';
  return (
    <Stack gap={12} py={12}>
      {tab === 'layout' && <LayoutSection elements={elements} />}
      {tab === 'effects' && <AppearanceSection elements={elements} />}
      {fields.map((field) => (
        <FieldInput key={`${field.target}.${field.key}`} field={field} elements={elements} />
      ))}
      {fields.length === 0 && !own && (
        <Text size="sm" c="dimmed">
          {sameType
            ? 'Nothing to set here for this element.'
            : 'These elements are of different types. Layout and Effects apply to all of them.'}
        </Text>
      )}
    </Stack>
  );
}

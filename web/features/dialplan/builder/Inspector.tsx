import { Alert, Box, Button, Flex, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCopy, IconTrash } from '@tabler/icons-react';
import { type ComponentType, useEffect, useRef } from 'react';
import { stepsById } from '#shared/model/flow.ts';
import { FlowIcon } from '#web/ui/flow/FlowIcon.tsx';
import { focusStep } from '#web/ui/flow/focus-step.ts';
import styles from '#web/ui/flow/inspector.module.css';
import { type FlowProblem, startId } from '#web/ui/flow/kind.ts';
import { Problems, Several } from '#web/ui/flow/panels.tsx';
import type { LiveForm } from '#web/ui/flow/useLiveForm.ts';
import { FirstStep, WaysOut } from '#web/ui/flow/WaysOut.tsx';
import { toast } from '#web/ui/toast.ts';
import { usePlan, usePlanActions, usePlanState } from '../draft.ts';
import type { DrawnNode } from '../graph.ts';
import type { AllLists, Capabilities } from '../resources.ts';
import { forms } from './forms/NodeForms.tsx';
import { useNodeForm } from './forms/useNodeForm.ts';

interface InspectorProps {
  problems: readonly FlowProblem[];
  capabilities: Capabilities | undefined;
  lists: AllLists;
  /** A press on a problem. */
  onShow: (nodeId: string) => void;
}

/** Beside the canvas: the settings of the selected node, or how the whole stands. */
export function Inspector({ problems, capabilities, lists, onShow }: InspectorProps) {
  const { graph, selection } = usePlanState();
  const [only] = selection;
  const node = selection.length === 1 ? stepsById(graph.steps).get(only!) : undefined;
  if (node)
    return (
      <OneNode
        key={node.id}
        node={node}
        problems={problems.filter(({ stepId }) => stepId === node.id)}
        capabilities={capabilities}
        lists={lists}
      />
    );
  if (only === startId && selection.length === 1) return <StartPanel />;
  if (selection.length > 1)
    return <Several words="Copies keep the ways between them, and can be put into another plan." />;
  return (
    <div className={styles.panel}>
      <Problems
        problems={problems}
        onShow={onShow}
        blocked="Before it can be deployed"
        fine="Ready to be deployed"
        fineWords="Every node is complete, and every node can be reached."
      />
      {!lists.isReady && (
        <Text size="xs" c="dimmed">
          What nodes name is not known yet: some lists are empty.
        </Text>
      )}
    </div>
  );
}

function StartPanel() {
  const draft = usePlan();
  return (
    <div className={styles.panel}>
      <Box>
        <Title order={2} size="h3">
          Start
        </Title>
        <Text size="xs" c="dimmed">
          Where calls come in. Every plan has one.
        </Text>
      </Box>
      <fieldset className={styles.fields} disabled={draft.readOnly}>
        <FirstStep />
      </fieldset>
    </div>
  );
}

/** Says once that a node was changed, when its panel is left. */
function useUpdatedToast(node: DrawnNode) {
  const draft = usePlan();
  const first = useRef(node);
  useEffect(
    () => () => {
      const now = draft.get().graph.steps.find(({ id }) => id === first.current.id);
      const isChanged = now && (now.data !== first.current.data || now.next !== first.current.next);
      if (isChanged && !draft.isClosed) toast.success('Node updated successfully');
    },
    [draft],
  );
}

interface OneNodeProps extends Omit<InspectorProps, 'onShow'> {
  node: DrawnNode;
}

function OneNode({ node, problems, capabilities, lists }: OneNodeProps) {
  const draft = usePlan();
  const { kind } = usePlanState();
  const { duplicate, remove } = usePlanActions();
  const form = useNodeForm(node, lists);
  useUpdatedToast(node);
  const look = kind.lookOf(node.type);
  const Form = forms[node.type] as unknown as ComponentType<{
    form: LiveForm;
    capabilities: Capabilities;
    lists: AllLists;
  }>;
  /** The panel goes, and the focus goes on from the node's card. */
  const leave = () => {
    draft.select([]);
    focusStep(node.id);
  };
  const deleteNode = () => {
    remove([node.id]);
    focusStep(startId);
  };
  const isWrong = problems.some(({ severity }) => severity !== 'warning');
  return (
    <div className={styles.panel}>
      <Flex gap={12}>
        <FlowIcon look={look} size={36} />
        <Box miw={0}>
          <Title order={2} size="h3">
            {look.label}
          </Title>
          <Text size="xs" c="dimmed">
            {look.about}
          </Text>
        </Box>
      </Flex>
      {problems.length > 0 && (
        <Alert
          color={isWrong ? 'red' : 'amber'}
          variant="light"
          icon={isWrong ? <IconAlertCircle size={17} /> : <IconAlertTriangle size={17} />}
          py={8}
        >
          {problems.map(({ text }) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
      <fieldset className={styles.fields} disabled={draft.readOnly}>
        {capabilities && <Form form={form} capabilities={capabilities} lists={lists} />}
        <WaysOut step={node} />
      </fieldset>
      {!draft.readOnly && (
        <Stack gap="xs" mt="auto" pt="md">
          <Group gap="xs">
            <Button size="compact-sm" onClick={leave}>
              Done
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconCopy size={15} />}
              onClick={() => duplicate([node.id])}
            >
              Duplicate
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              leftSection={<IconTrash size={15} />}
              onClick={deleteNode}
            >
              Delete
            </Button>
          </Group>
        </Stack>
      )}
    </div>
  );
}

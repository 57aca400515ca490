import { Alert, Button, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { SidePanel } from '../SidePanel.tsx';

/**
 * Runs what a form submits: `busy` meanwhile, the server's findings beside their fields, of which the first that is
 * wrong takes the focus, everything else as `problem`.
 * `explain` may word an error otherwise.
 */
export function useSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  work: (values: Values) => Promise<unknown>,
  explain: (error: unknown) => string | undefined = () => undefined,
) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const focusFirst = (errors: object) => {
    const [path] = Object.keys(errors);
    if (path) form.getInputNode(path)?.focus();
  };
  async function submit(values: Values) {
    setProblem(undefined);
    setBusy(true);
    try {
      await work(values);
    } catch (error) {
      const fields = fieldErrorsOf(error);
      form.setErrors(fields);
      focusFirst(fields);
      setProblem(explain(error) ?? (Object.keys(fields).length === 0 ? messageOf(error) : undefined));
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, reset: () => setProblem(undefined), onSubmit: form.onSubmit(submit, focusFirst) };
}

/** What went wrong, above a form's fields. */
export const FormProblem = ({ children }: { children: ReactNode }) =>
  children && (
    <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
      {children}
    </Alert>
  );

interface FormPanelProps<Values extends Record<string, unknown>> {
  opened: boolean;
  title: string;
  /** A verb: 'Add endpoint'. */
  submitLabel: string;
  onClose: () => void;
  form: UseFormReturnType<Values>;
  /** From `useSubmit`. */
  submit: ReturnType<typeof useSubmit<Values>>;
  /** The fields. */
  children: ReactNode;
}

/**
 * A form in a side panel, empty again each time it opens. Its fields are of `useForm` in mode 'uncontrolled', each
 * checked by the contract's own schema (`checkedBy`):
 *
 *     const form = useForm({ mode: 'uncontrolled', initialValues: { name: '' }, validate: { name: checkedBy(name) } });
 *     const submit = useSubmit(form, async (values) => { await create.mutateAsync(values); onClose(); });
 *     <FormPanel opened={opened} title="Add team" submitLabel="Add team" onClose={onClose} form={form} submit={submit}>
 *       <TextInput label="Name" key={form.key('name')} {...form.getInputProps('name')} />
 *     </FormPanel>
 *
 * A form that adds and changes has `version: 0` among its initial values, and is filled when another thing is opened:
 *
 *     // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of it leaves what is typed
 *     useEffect(() => {
 *       if (team) form.setValues({ name: team.name, version: team.version });
 *     }, [team?.id]);
 *     const submit = useSubmit(form, async ({ version, ...fields }) => {
 *       await (team ? api.teams.update({ id: team.id, version, ...fields }) : api.teams.create(fields));
 *     });
 */
export function FormPanel<Values extends Record<string, unknown>>(props: FormPanelProps<Values>) {
  const { opened, title, submitLabel, onClose, form, submit, children } = props;
  const id = useId();
  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      onClosed={() => {
        form.reset();
        submit.reset();
      }}
      title={title}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={submit.busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form data-changes id={id} onSubmit={submit.onSubmit} noValidate>
        <Stack gap="md">
          <FormProblem>{submit.problem}</FormProblem>
          {children}
        </Stack>
      </form>
    </SidePanel>
  );
}

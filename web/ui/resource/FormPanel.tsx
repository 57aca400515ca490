import { Alert, Button, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { SidePanel } from '../SidePanel.tsx';

/**
 * Runs what a form submits: `busy` meanwhile, the server's findings beside their fields, everything else as `problem`.
 * `explain` may word an error otherwise.
 */
export function useSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  work: (values: Values) => Promise<unknown>,
  explain: (error: unknown) => string | undefined = () => undefined,
) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function submit(values: Values) {
    setProblem(undefined);
    setBusy(true);
    try {
      await work(values);
    } catch (error) {
      const fields = fieldErrorsOf(error);
      form.setErrors(fields);
      setProblem(explain(error) ?? (Object.keys(fields).length === 0 ? messageOf(error) : undefined));
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, setProblem, onSubmit: form.onSubmit(submit) };
}

/** What went wrong, above a form's fields. */
export const FormProblem = ({ children }: { children: ReactNode }) =>
  children && (
    <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
      {children}
    </Alert>
  );

interface FormPanelProps {
  title: string;
  /** A verb: 'Add endpoint'. */
  submitLabel: string;
  onClose: () => void;
  /** From `useSubmit`. */
  submit: ReturnType<typeof useSubmit>;
  /** The fields. */
  children: ReactNode;
}

/**
 * A form in a side panel, open as long as it is drawn: `{opened && <EndpointForm … />}`. Its fields are of `useForm` in
 * mode 'uncontrolled', each checked by the contract's own schema (`checkedBy`).
 */
export function FormPanel({ title, submitLabel, onClose, submit, children }: FormPanelProps) {
  const id = useId();
  return (
    <SidePanel
      opened
      onClose={onClose}
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

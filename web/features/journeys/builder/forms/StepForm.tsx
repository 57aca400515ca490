import type { ComponentType } from 'react';
import type { Step, StepType } from '#shared/model/journey/steps/index.ts';
import { CallForm } from './CallForm.tsx';
import { BranchForm, EndForm, SplitForm, WaitForm } from './FlowForms.tsx';
import { AssignForm, StatusForm, TagForm } from './LeadForms.tsx';
import { EmailForm, SmsForm } from './MessageForms.tsx';
import { CelebrateForm, EnterForm, WebhookForm } from './OtherForms.tsx';
import { type AnyConfigForm, type FormProps, useConfigForm } from './useConfigForm.ts';

const forms: { [T in StepType]: ComponentType<FormProps<T>> } = {
  call: CallForm,
  sms: SmsForm,
  email: EmailForm,
  wait: WaitForm,
  branch: BranchForm,
  split: SplitForm,
  end: EndForm,
  tag: TagForm,
  status: StatusForm,
  assign: AssignForm,
  webhook: WebhookForm,
  celebrate: CelebrateForm,
  enter: EnterForm,
};

/** The form of a step's kind. */
export function StepForm({ step }: { step: Step }) {
  const form = useConfigForm(step);
  const Form = forms[step.type] as unknown as ComponentType<{ form: AnyConfigForm }>;
  return <Form form={form} />;
}

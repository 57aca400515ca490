import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type TelephoneExchange, telephoneExchangeFields } from '#shared/model/telephone-exchange.ts';
import { api, query } from '#web/app/api.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { toast } from '#web/ui/toast.ts';

interface ExchangeFormProps {
  /** The one that is changed; a new one where it is left out. */
  exchange: TelephoneExchange | undefined;
  onClose: () => void;
}

/** Adds an exchange, or changes its name and address. */
export function ExchangeForm({ exchange, onClose }: ExchangeFormProps) {
  const client = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: exchange?.name ?? '', phoneUrl: exchange?.phoneUrl ?? '' },
    validate: {
      name: checkedBy(telephoneExchangeFields.name),
      phoneUrl: checkedBy(telephoneExchangeFields.phoneUrl),
    },
  });
  const submit = useSubmit(form, async (values) => {
    if (exchange) {
      const { id, version } = exchange;
      await api.telephony.updateExchange({ id, version, ...values });
    } else await api.telephony.createExchange(values);
    await client.invalidateQueries({ queryKey: query.telephony.key() });
    toast.success(exchange ? 'Exchange saved' : `${values.name} is added: connect its bridge next`);
    onClose();
  });
  return (
    <FormPanel
      opened
      title={exchange ? exchange.name : 'Add exchange'}
      submitLabel={exchange ? 'Save changes' : 'Add exchange'}
      onClose={onClose}
      form={form}
      submit={submit}
    >
      <TextInput
        label="Name"
        description="Such as the place where it stands."
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Address for phones"
        description="Where browsers connect to, as wss://pbx.example.com/ws. Your installation has to allow it (phoneUrl)."
        inputMode="url"
        key={form.key('phoneUrl')}
        {...form.getInputProps('phoneUrl')}
      />
    </FormPanel>
  );
}

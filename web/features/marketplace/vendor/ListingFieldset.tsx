import {
  Autocomplete,
  Checkbox,
  NumberInput,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { certificatePromises } from '#shared/model/certificate.ts';
import { exclusivities, type Provider, sampleFields } from '#shared/model/market.ts';
import { MoneyInput } from '../shared/MoneyInput.tsx';
import { exclusivityWords, fieldWords, promiseWords } from '../shared/words.ts';
import type { ListingDraft } from './listing-form.ts';

interface ListingFieldsetProps {
  form: UseFormReturnType<ListingDraft>;
  /** To choose from for a new listing, where there are several. */
  shops?: readonly Provider[];
  categories: readonly string[];
}

/** The fields of a listing, for one that is made and one that is changed. */
export function ListingFieldset({ form, shops = [], categories }: ListingFieldsetProps) {
  const { priceCents, leadCount, dailyCap } = form.getValues();
  // A number out of bounds stays as it was typed, and is refused: no price becomes another one by itself.
  const count = (
    name: 'leadCount' | 'dailyCap',
    label: string,
    value: number | null,
    more: { required?: boolean; placeholder?: string },
  ) => (
    <NumberInput
      {...more}
      label={label}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      clampBehavior="none"
      hideControls
      error={form.errors[name]}
      value={value ?? ''}
      onChange={(typed) => form.setFieldValue(name, typeof typed === 'number' ? typed : null)}
    />
  );
  return (
    <Stack gap="md">
      {shops.length > 1 && (
        <Select
          label="Shop"
          allowDeselect={false}
          data={shops.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('providerId')}
        />
      )}
      <TextInput
        label="Title"
        placeholder="Such as: Homeowners in Florida who asked about solar"
        data-autofocus
        required
        {...form.getInputProps('title')}
      />
      <Autocomplete
        label="Category"
        placeholder="Such as: Solar"
        required
        data={[...categories]}
        {...form.getInputProps('category')}
      />
      <Textarea
        label="Description"
        description="Where the leads come from, how old they are, and what they asked for."
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps('description')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <MoneyInput
          label="Price of a lead"
          required
          error={form.errors.priceCents}
          cents={priceCents}
          onChange={(value) => form.setFieldValue('priceCents', value)}
        />
        {count('leadCount', 'Leads on offer', leadCount, { required: true })}
        {count('dailyCap', 'Sold a day at most', dailyCap, { placeholder: 'No limit' })}
      </SimpleGrid>
      <Checkbox.Group
        label="What each lead comes with"
        description="A lead that lacks one of these is not taken when you hand it over."
        {...form.getInputProps('sampleFields')}
      >
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing={10} mt={6}>
          {sampleFields.map((field) => (
            <Checkbox key={field} value={field} label={fieldWords[field]} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Select
        label="Certificate of consent"
        description="Which each lead comes with: a third party’s record of the form that the person filled in."
        allowDeselect={false}
        data={certificatePromises.map((value) => ({ value, label: promiseWords[value] }))}
        {...form.getInputProps('certificate')}
      />
      <Radio.Group label="Who gets a lead" {...form.getInputProps('exclusivity')}>
        <Stack gap={8} mt={6}>
          {exclusivities.map((value) => (
            <Radio key={value} value={value} label={exclusivityWords[value]} />
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}

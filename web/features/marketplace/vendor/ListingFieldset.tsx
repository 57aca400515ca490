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
import { exclusivities, marketLimits, type Provider, sampleFields } from '#shared/model/market.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
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
        maxLength={marketLimits.title}
        {...form.getInputProps('title')}
      />
      <Autocomplete
        label="Category"
        placeholder="Such as: Solar"
        required
        maxLength={marketLimits.category}
        data={[...categories]}
        {...form.getInputProps('category')}
      />
      <Textarea
        label="Description"
        description="Where the leads come from, how old they are, and what they asked for."
        autosize
        minRows={3}
        maxRows={10}
        maxLength={marketLimits.description}
        {...form.getInputProps('description')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <BoundedNumberInput
          label="Price of a lead"
          required
          prefix="$"
          decimalScale={2}
          min={marketLimits.minPrice / 100}
          max={marketLimits.maxPrice / 100}
          hideControls
          error={form.errors.priceCents}
          value={priceCents === null ? undefined : priceCents / 100}
          onChange={(dollars) => form.setFieldValue('priceCents', Math.round(dollars * 100))}
        />
        <BoundedNumberInput
          label="Leads on offer"
          required
          allowDecimal={false}
          thousandSeparator=","
          min={0}
          max={marketLimits.leadCount}
          hideControls
          error={form.errors.leadCount}
          value={leadCount ?? undefined}
          onChange={(count) => form.setFieldValue('leadCount', count)}
        />
        <NumberInput
          label="Sold a day at most"
          placeholder="No limit"
          allowDecimal={false}
          min={1}
          max={marketLimits.leadCount}
          hideControls
          error={form.errors.dailyCap}
          value={dailyCap ?? ''}
          onChange={(cap) => form.setFieldValue('dailyCap', typeof cap === 'number' ? cap : null)}
        />
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

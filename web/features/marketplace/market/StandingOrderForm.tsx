import { MultiSelect, NumberInput, Radio, SimpleGrid, Stack, TagsInput, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { places } from '#shared/model/compliance/places.ts';
import {
  bidLimits,
  type StandingOrder,
  type StandingOrderFields,
  standingOrderFields,
} from '#shared/model/market-bids.ts';
import { api } from '#web/app/api.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { ResourceForm } from '#web/ui/resource/ResourceForm.tsx';
import type { Opened } from '#web/ui/resource/ResourcePage.tsx';
import type { Stale } from '#web/ui/resource/useRefresh.ts';
import { MoneyInput } from '../shared/MoneyInput.tsx';

/** What the form holds; a number that was not typed yet is null. */
interface Draft extends Record<string, unknown> {
  name: string;
  categories: string[];
  states: string[];
  requirements: string[];
  exclusivity: StandingOrderFields['exclusivity'];
  bidCents: number | null;
  dailyBudgetCents: number | null;
  dailyLeadCap: number | null;
}

const blank: Draft = {
  name: '',
  categories: [],
  states: [],
  requirements: [],
  exclusivity: 'any',
  bidCents: null,
  dailyBudgetCents: null,
  dailyLeadCap: null,
};

const { shape } = standingOrderFields;
const stateChoices = places.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));

const exclusivityChoices = {
  any: 'Exclusive and shared leads',
  exclusive: 'Only exclusive leads, which are sold to nobody else',
} as const;

interface StandingOrderFormProps {
  thing: Opened<StandingOrder>;
  onClose: () => void;
  /** Of what is on offer, to choose from. */
  categories: readonly string[];
  stale: readonly Stale[];
}

/** Adds a standing order, or changes one. */
export const StandingOrderForm = ({ thing, onClose, categories, stale }: StandingOrderFormProps) => (
  <ResourceForm<StandingOrder, Draft, StandingOrder>
    thing={thing}
    onClose={onClose}
    noun="standing order"
    blank={blank}
    schema={{
      name: shape.name,
      categories: shape.categories,
      states: shape.states,
      requirements: shape.requirements,
      bidCents: numberOf(shape.bidCents, 'Please enter what you bid for a lead.'),
      dailyBudgetCents: numberOf(shape.dailyBudgetCents, 'Please enter the budget of a day.'),
      dailyLeadCap: numberOf(shape.dailyLeadCap, 'Please say how many leads a day.'),
    }}
    fields={[{ name: 'name', label: 'Name', placeholder: 'Such as: Solar in Florida' }]}
    nameOf={({ name }) => name}
    save={(values, before) => {
      const fields = standingOrderFields.parse(values);
      return before
        ? api.marketplace.updateStandingOrder({ id: before.id, version: before.version, ...fields })
        : api.marketplace.createStandingOrder(fields);
    }}
    stale={stale}
  >
    {(form) => <Fields form={form} categories={categories} />}
  </ResourceForm>
);

const numberOf = <T extends typeof shape.bidCents>(schema: T, missing: string) =>
  schema.nullable().refine((value) => value !== null, missing);

function Fields({ form, categories }: { form: UseFormReturnType<Draft>; categories: readonly string[] }) {
  const { bidCents, dailyBudgetCents, dailyLeadCap, states, requirements } = form.getValues();
  const money = (name: 'bidCents' | 'dailyBudgetCents', label: string, cents: number | null) => (
    <MoneyInput
      label={label}
      required
      error={form.errors[name]}
      cents={cents}
      onChange={(value) => form.setFieldValue(name, value as never)}
    />
  );
  return (
    <>
      <TagsInput
        label="Categories"
        placeholder={form.getValues().categories.length === 0 ? 'All' : ''}
        description="Choose those on offer, or type one and press Enter."
        data={[...categories]}
        maxTags={bidLimits.filters}
        {...form.getInputProps('categories')}
      />
      <MultiSelect
        label="States"
        placeholder={states.length === 0 ? 'All' : ''}
        data={stateChoices}
        searchable
        hidePickedOptions
        nothingFoundMessage="No state has this name."
        {...form.getInputProps('states')}
      />
      <TagsInput
        label="Requirements"
        placeholder={requirements.length === 0 ? 'Such as: homeowner=yes' : ''}
        description="What a vendor’s system has to say of the lead. Press Enter after each."
        maxTags={bidLimits.attributes}
        {...form.getInputProps('requirements')}
        error={wrongRequirement(requirements)}
      />
      {(states.length > 0 || requirements.length > 0) && (
        <Text size="sm" c="dimmed">
          Listings say neither in which states their leads live nor any attribute. With a state or a
          requirement, only leads that are offered one by one are bought.
        </Text>
      )}
      <Radio.Group label="Who else gets them" {...form.getInputProps('exclusivity')}>
        <Stack gap={8} mt={6}>
          {Object.entries(exclusivityChoices).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {money('bidCents', 'Bid a lead', bidCents)}
        {money('dailyBudgetCents', 'Budget a day', dailyBudgetCents)}
        <NumberInput
          label="Leads a day"
          required
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          clampBehavior="none"
          hideControls
          error={form.errors.dailyLeadCap}
          value={dailyLeadCap ?? ''}
          onChange={(count) =>
            form.setFieldValue('dailyLeadCap', (typeof count === 'number' ? count : null) as never)
          }
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        A pinged lead is bought for the bid; one of a listing for its price, where that is no more. Days begin
        at midnight in your workspace’s time zone.
      </Text>
    </>
  );
}

/** The first that is not written as it has to be: the list's own error would name its place by a number. */
const wrongRequirement = (requirements: readonly string[]): string | undefined => {
  const check = checkedBy(shape.requirements.unwrap().element);
  return requirements.map((one) => check(one)).find((problem) => problem !== null) ?? undefined;
};

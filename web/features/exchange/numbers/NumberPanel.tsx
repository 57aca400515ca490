import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type Did,
  type DidCarrier,
  didCarriers,
  didFields,
  type SpamLabel,
  spamLabels,
} from '#shared/model/did.ts';
import { phoneInput } from '#shared/model/lead.ts';
import { numberFigureDays, shortCallSeconds } from '#shared/model/number-figures.ts';
import { api, query } from '#web/app/api.ts';
import { phoneText } from '#web/ui/lead-text.ts';
import { ResourceForm } from '#web/ui/resource/ResourceForm.tsx';
import type { Opened } from '#web/ui/resource/ResourcePage.tsx';
import { RegistrationOfNumber } from './RegistrationSteps.tsx';
import { ReputationOfNumber } from './ReputationOfNumber.tsx';
import { routeOf, routeValue } from './route.ts';
import { SharesOfNumber } from './SharesOfNumber.tsx';

interface NumberPanelProps {
  number: Opened<Did>;
  onClose: () => void;
}

const blank = {
  phoneNumber: '',
  label: '',
  carrier: 'other' as DidCarrier,
  route: '',
  spamLabel: 'none' as SpamLabel,
  /** YYYY-MM-DD; empty: it does not rest. */
  restsThrough: '',
};
const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const setOn = (at: string) => `Set on ${new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' })}`;

/** What keeps a number from being shown to leads. */
const reputation = ({ spamLabelAt }: Did) => [
  {
    name: 'spamLabel' as const,
    label: 'Spam label',
    description:
      `What people see on their phones when it calls; pools give no number that is flagged. ${spamLabelAt ? setOn(spamLabelAt) : ''}`.trim(),
    choices: choicesOf(spamLabels),
  },
  {
    name: 'restsThrough' as const,
    label: 'Rests through',
    description: 'Pools give it again after this day. Empty: it does not rest.',
    type: 'date',
  },
];

/** Adds a number that the workspace has already, or says where calls to one lead. */
export function NumberPanel({ number, onClose }: NumberPanelProps) {
  const existing = number === 'new' ? undefined : number;
  const enabled = number !== undefined;
  const queues = useQuery(query.pbx.listQueues.queryOptions({ input: {}, enabled })).data?.queues ?? [];
  const extensions =
    useQuery(query.pbx.listExtensions.queryOptions({ input: {}, enabled })).data?.extensions ?? [];
  const gone =
    existing?.route && existing.routeName === null
      ? [{ value: routeValue(existing.route), label: 'What it led to is gone' }]
      : [];
  return (
    <ResourceForm
      thing={number}
      onClose={onClose}
      noun="number"
      {...(existing && { title: phoneText(existing.phoneNumber) })}
      blank={blank}
      valuesOf={({ phoneNumber, label, carrier, route, spamLabel, restsThrough }) => ({
        phoneNumber: phoneText(phoneNumber),
        label,
        carrier,
        route: routeValue(route),
        spamLabel,
        restsThrough: restsThrough ?? '',
      })}
      schema={{ label: didFields.label, ...(!existing && { phoneNumber: phoneInput }) }}
      nameOf={({ phoneNumber }) => phoneNumber}
      save={({ phoneNumber, carrier, label, route, spamLabel, restsThrough }, before) => {
        const input = { label, route: routeOf(route) };
        // The carrier of a number that it rents out is what it says itself.
        const own = before?.carrierId ? {} : { carrier };
        return before
          ? api.dids.update({
              id: before.id,
              version: before.version,
              ...input,
              ...own,
              spamLabel,
              restsThrough: restsThrough || null,
            })
          : api.dids.create({ phoneNumber, carrier, ...input });
      }}
      spokenOf={(saved) => phoneText(saved.phoneNumber)}
      stale={[query.dids]}
      fields={[
        {
          name: 'phoneNumber',
          label: 'Number',
          description: 'One that your workspace has already, with whichever carrier',
          type: 'tel',
          placeholder: '(305) 555-0123',
          readOnly: existing !== undefined,
        },
        { name: 'label', label: 'Label', description: 'What it is for, such as Website or Florida' },
        {
          name: 'route',
          searchable: true,
          label: 'Calls lead to',
          description: 'Callers of a number that leads nowhere hear that it is not in service',
          choices: [
            { value: '', label: 'Nowhere' },
            ...gone,
            { group: 'Queues', items: queues.map(({ id, name }) => ({ value: id, label: name })) },
            {
              group: 'Extensions',
              items: extensions.map(({ id, number, name }) => ({ value: id, label: `${number} ${name}` })),
            },
          ],
        },
        {
          name: 'carrier',
          label: 'Carrier',
          disabled: Boolean(existing?.carrierId),
          choices: choicesOf(didCarriers),
        },
        ...(existing ? reputation(existing) : []),
      ]}
    >
      {() =>
        existing && (
          <>
            <section aria-label="Calls from it">
              <Text size="sm" fw={600} mb={4}>
                Calls from it in {numberFigureDays} days
              </Text>
              <SharesOfNumber phoneNumber={existing.phoneNumber} />
              <Text size="xs" c="dimmed" mt={4}>
                Short: answered and over within {shortCallSeconds} seconds. Few answers and many short calls
                have phones label a number as spam.
              </Text>
            </section>
            <ReputationOfNumber number={existing} />
            <RegistrationOfNumber number={existing} />
          </>
        )
      }
    </ResourceForm>
  );
}

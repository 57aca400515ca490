import { Group, NumberInput, Select, TagsInput } from '@mantine/core';
import {
  type CelebrationRule,
  type CelebrationRuleFields,
  celebrationRuleFields,
  celebrationLimits as limits,
  type Occasion,
} from '#shared/model/celebration.ts';
import { api, query } from '#web/app/api.ts';
import { TargetPicker } from '#web/features/displays/TargetPicker.tsx';
import { useTags } from '#web/features/leads/shared/lookups.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { DraftPanel } from '#web/ui/resource/DraftPanel.tsx';
import { NameField } from '#web/ui/resource/NameField.tsx';
import type { Opened } from '#web/ui/resource/ResourcePage.tsx';
import { SwitchField } from '#web/ui/resource/SwitchField.tsx';
import { blankChats, type ChatDraft, ChatFields, chatChanges } from './ChatFields.tsx';
import { CustomFieldChoice } from './CustomFieldChoice.tsx';
import { QuietHours } from './QuietHours.tsx';
import { SignField } from './SignField.tsx';
import { SoundField } from './SoundField.tsx';

/** Addresses of chats are only ever sent. */
type Values = Omit<CelebrationRuleFields, 'projectId'> & { projectId: string | null } & ChatDraft;

const blank: Values = {
  ...celebrationRuleFields.omit({ projectId: true }).parse({ name: 'Every sale' }),
  projectId: null,
  ...blankChats,
};

function valuesOf(rule: CelebrationRule | undefined): Values {
  if (!rule) return blank;
  const { id: _id, rank: _rank, updatedAt: _at, version: _version, ...fields } = rule;
  const { hasSlack: _slack, hasTeams: _teams, ...values } = fields;
  return { ...values, ...blankChats };
}

const fieldsOf = ({ chat: _, ...fields }: Values) => celebrationRuleFields.safeParse(fields);

function problemOf(values: Values): string | undefined {
  if (!values.projectId) return 'Please choose the sign that is shown.';
  return fieldsOf(values).error?.issues[0]?.message;
}

const occasions: { value: Occasion; label: string }[] = [
  { value: 'every', label: 'Every sale' },
  { value: 'first', label: 'The first of the day' },
  { value: 'streak', label: 'Some in a row by one rep' },
  { value: 'goal', label: 'The one that reaches the team’s goal of the day' },
];

interface RulePanelProps {
  thing: Opened<CelebrationRule>;
  readOnly: boolean;
  onClose: () => void;
}

/** A rule: which sales, on which sign, where, for how long, and when not. */
export function RulePanel({ thing, readOnly, onClose }: RulePanelProps) {
  const tags = useTags();
  return (
    <DraftPanel
      thing={thing}
      onClose={onClose}
      readOnly={readOnly}
      title="Add rule"
      addLabel="Add rule"
      valuesOf={valuesOf}
      problemOf={problemOf}
      save={(values, before) => {
        const fields = { ...fieldsOf(values).data!, ...chatChanges(values.chat) };
        return before
          ? api.celebrations.updateRule({ id: before.id, version: before.version, ...fields })
          : api.celebrations.createRule(fields);
      }}
      stale={[query.celebrations]}
    >
      {(values, set) => (
        <>
          <NameField values={values} readOnly={readOnly} set={set} maxLength={limits.nameLength} />
          <Select
            label="Which sales"
            allowDeselect={false}
            disabled={readOnly}
            data={occasions}
            value={values.occasion}
            onChange={(occasion) => occasion && set({ occasion: occasion as Occasion })}
          />
          <Group grow align="flex-start">
            {values.occasion === 'streak' && (
              <BoundedNumberInput
                label="Sales in a row"
                {...limits.streak}
                disabled={readOnly}
                value={values.streak}
                onChange={(streak) => set({ streak })}
              />
            )}
            {values.occasion === 'goal' && (
              <BoundedNumberInput
                label="Goal of the day"
                prefix="$"
                thousandSeparator=","
                min={1}
                max={limits.amount}
                disabled={readOnly}
                value={values.goal}
                onChange={(goal) => set({ goal })}
              />
            )}
            <NumberInput
              label="Minimum amount"
              placeholder="Any"
              prefix="$"
              thousandSeparator=","
              min={0}
              max={limits.amount}
              decimalScale={2}
              disabled={readOnly}
              value={values.minimumAmount ?? ''}
              onChange={(amount) => set({ minimumAmount: amount === '' ? null : Number(amount) })}
            />
          </Group>
          <Names label="Sources" of="sources" {...{ values, set, readOnly }} />
          <Names label="Brands" of="brands" {...{ values, set, readOnly }} />
          <Names label="Tags of the lead" of="tags" known={tags} {...{ values, set, readOnly }} />
          <CustomFieldChoice
            value={values.customField}
            readOnly={readOnly}
            onChange={(customField) => set({ customField })}
          />
          <SignField
            projectId={values.projectId}
            readOnly={readOnly}
            onChange={(projectId) => set({ projectId })}
          />
          <BoundedNumberInput
            label="Seconds on each display"
            {...limits.seconds}
            disabled={readOnly}
            value={values.seconds}
            onChange={(seconds) => set({ seconds })}
          />
          <SoundField value={values} readOnly={readOnly} onChange={set} />
          <SwitchField
            label="Show a rush of sales together"
            description="The first has the sign to itself; those that come while another waits for its turn share one."
            name="together"
            values={values}
            readOnly={readOnly}
            set={set}
          />
          <SwitchField label="On all displays" name="all" values={values} readOnly={readOnly} set={set} />
          {!values.all && (
            <TargetPicker
              label="On these displays and groups"
              disabled={readOnly}
              value={values}
              onChange={({ displayIds, groupIds }) => set({ displayIds, groupIds })}
            />
          )}
          <ChatFields
            draft={values.chat}
            kept={thing === 'new' ? undefined : thing}
            readOnly={readOnly}
            onChange={(chat) => set({ chat })}
          />
          <SwitchField
            label="Make a video of it"
            description="An MP4 of the sign with the sale, for the chats and to be downloaded from Today."
            name="video"
            values={values}
            readOnly={readOnly}
            set={set}
          />
          <QuietHours values={values} set={set} readOnly={readOnly} />
          <SwitchField
            label="Active"
            description="An inactive rule is skipped."
            name="isActive"
            values={values}
            readOnly={readOnly}
            set={set}
          />
        </>
      )}
    </DraftPanel>
  );
}

interface PartProps {
  values: Values;
  set: (change: Partial<Values>) => void;
  readOnly: boolean;
}

interface NamesProps extends PartProps {
  label: string;
  of: 'sources' | 'brands' | 'tags';
  known?: readonly string[];
}

const Names = ({ label, of, known = [], values, set, readOnly }: NamesProps) => (
  <TagsInput
    label={label}
    placeholder={values[of].length === 0 ? 'Any' : ''}
    disabled={readOnly}
    maxTags={limits.named}
    data={[...known]}
    value={values[of]}
    onChange={(names) => set({ [of]: names })}
  />
);

import { Select, Switch, Text, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { DayCaps, JourneyRules, Reentry } from '#shared/model/journey/journey.ts';
import { NumberField } from '#web/ui/flow/NumberField.tsx';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { CircleDialog, isCircle, useCircleQuestion } from '../../shared/CircleDialog.tsx';
import { useDraft, useDraftState } from '../draft.ts';
import { FilterField } from '../forms/FilterField.tsx';
import styles from './settings.module.css';

const reentryRules: { value: Reentry['rule']; label: string }[] = [
  { value: 'never', label: 'Never again' },
  { value: 'afterDays', label: 'After some days' },
  { value: 'oneAtATime', label: 'Always, but once at a time' },
  { value: 'always', label: 'Always' },
];
const channels: { key: keyof DayCaps; label: string }[] = [
  { key: 'call', label: 'Calls' },
  { key: 'sms', label: 'Texts' },
  { key: 'email', label: 'Mails' },
];

/** Who may come again, what is a success, what takes a lead out, and how often it is contacted. */
export function RulesForm() {
  const draft = useDraft();
  const { rules: keptRules, reentry: keptReentry } = useDraftState().document;
  const [{ rules: now, reentry }, setShown] = useState({ rules: keptRules, reentry: keptReentry });
  const circle = useCircleQuestion();
  const showKept = () => {
    const { rules, reentry } = draft.get().document;
    setShown({ rules, reentry });
  };
  const save = useDebouncedCallback(
    (next: { rules: JourneyRules; reentry: Reentry }) => {
      void circle.attempt('Save anyway', (confirmCircle) =>
        draft.update({ ...next, confirmCircle }).catch((error) => {
          if (!isCircle(error)) showKept();
          throw error;
        }),
      );
    },
    { delay: 500, flushOnUnmount: true },
  );
  const set = (next: { rules: JourneyRules; reentry: Reentry }) => {
    setShown(next);
    save(next);
  };
  const change = (changes: Partial<JourneyRules>) => set({ rules: { ...now, ...changes }, reentry });
  const changeReentry = (changes: Partial<Reentry>) =>
    set({ rules: now, reentry: { ...reentry, ...changes } });
  const cap = (key: keyof DayCaps, value: number | null) =>
    change({ dayCaps: { ...now.dayCaps, [key]: value } });

  return (
    <fieldset className={styles.fields} disabled={draft.readOnly}>
      <CircleDialog
        asked={circle.asked}
        onClose={() => {
          circle.close();
          showKept();
        }}
      />
      <section className={styles.part} aria-labelledby="rules-again">
        <Title order={3} id="rules-again">
          Coming again
        </Title>
        <AutoGrid min={180} gap={12} align="end">
          <Select
            label="A lead that has been in it may come"
            allowDeselect={false}
            data={reentryRules}
            value={reentry.rule}
            onChange={(rule) => rule && changeReentry({ rule: rule as Reentry['rule'] })}
          />
          {reentry.rule === 'afterDays' && (
            <NumberField
              label="Days since it last came in"
              min={1}
              max={3_650}
              value={reentry.days}
              onChange={(days) => changeReentry({ days })}
            />
          )}
        </AutoGrid>
      </section>
      <section className={styles.part} aria-labelledby="rules-exit">
        <Title order={3} id="rules-exit">
          Leaving it
        </Title>
        <FilterField
          label="The goal: a lead is done, wherever it is, once"
          filter={now.goal ?? { all: [] }}
          onChange={(filter) => change({ goal: 'all' in filter && filter.all.length === 0 ? null : filter })}
        />
        <Switch
          label="It leaves when it replies"
          description="By text or mail, to anything of yours."
          checked={now.exitOnReply}
          onChange={(event) => change({ exitOnReply: event.currentTarget.checked })}
        />
        <Switch
          label="It leaves when it opts out"
          description="Of one channel; it gets nothing on that channel in any case."
          checked={now.exitOnOptOut}
          onChange={(event) => change({ exitOnOptOut: event.currentTarget.checked })}
        />
      </section>
      <section className={styles.part} aria-labelledby="rules-caps">
        <Title order={3} id="rules-caps">
          At most per lead and day
        </Title>
        <Text size="sm" c="dimmed">
          Counted over all journeys, by the lead’s own day.
        </Text>
        {channels.map(({ key, label }) => {
          const value = now.dayCaps[key];
          return (
            <div key={key} className={styles.cap}>
              <Switch
                label={label}
                checked={value !== null}
                onChange={(event) => cap(key, event.currentTarget.checked ? 2 : null)}
              />
              {value === null ? (
                <Text size="sm" c="dimmed">
                  no limit
                </Text>
              ) : (
                <NumberField
                  aria-label={`${label} a day`}
                  min={0}
                  max={100}
                  value={value}
                  onChange={(next) => cap(key, next)}
                />
              )}
            </div>
          );
        })}
      </section>
      <section className={styles.part} aria-labelledby="rules-stale">
        <Title order={3} id="rules-stale">
          What is late
        </Title>
        <NumberField
          label="A contact that is later than this many hours is left out"
          description="After a pause nobody gets at once what was due long ago."
          min={1}
          max={8_760}
          value={now.staleAfterHours}
          onChange={(staleAfterHours) => change({ staleAfterHours })}
        />
      </section>
      <Text size="xs" c="dimmed">
        Rules go live together with the steps, when you publish. Coming again counts at once.
      </Text>
    </fieldset>
  );
}

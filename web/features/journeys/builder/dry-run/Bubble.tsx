import { Group, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { looksLikeHtml } from '#shared/model/markup.ts';
import type { PlannedStep } from '../../shared/types.ts';
import styles from './dry-run.module.css';

/** Markup as the text that is read in it. */
const plain = (html: string): string =>
  looksLikeHtml(html)
    ? (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replace(/\s+/g, ' ').trim()
    : html;

/** A message as it would arrive. Nothing for steps that send none. */
export function Bubble({ step }: { step: Pick<PlannedStep, 'stepType' | 'subject' | 'body'> }) {
  if (!step.body) return null;
  if (step.stepType === 'sms')
    return (
      <div className={styles.bubble} dir="auto">
        {step.body}
      </div>
    );
  return (
    <div className={styles.mail} dir="auto">
      <Group component="strong" gap={6} wrap="nowrap" fw={600}>
        <IconMail size={14} aria-hidden="true" /> {step.subject || 'No subject'}
      </Group>
      <Text component="span" className="db-pre" lineClamp={4} inherit>
        {plain(step.body)}
      </Text>
    </div>
  );
}

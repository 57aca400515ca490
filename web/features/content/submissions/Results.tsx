import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FormResults } from '#shared/api/content-forms.ts';
import { query } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';
import styles from './submissions.module.css';

type Question = FormResults['questions'][number];

/** How the answers to each form are spread. */
export function Results({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useQuery(
    query.content.submissionResults.queryOptions({ input: { id: projectId } }),
  );
  if (error && !data)
    return (
      <ErrorState title="The results could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  if (!data)
    return (
      <AutoGrid min={360} fill align="start" role="status" aria-label="Loading">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} h={180} radius="lg" />
        ))}
      </AutoGrid>
    );
  if (data.forms.length === 0)
    return (
      <EmptyState icon={IconChartBar} title="No results yet">
        As soon as visitors answer, you see here how their answers are spread.
      </EmptyState>
    );
  return (
    <Stack gap="xl">
      {data.counted < data.total && (
        <Text size="sm" c="dimmed">
          Of {data.total.toLocaleString()} submissions the latest {data.counted.toLocaleString()} are counted.
        </Text>
      )}
      {data.forms.map((form) => (
        <section key={form.elementId} aria-label={form.kind === 'survey' ? 'Survey' : 'Contact form'}>
          <Group mb="md" gap="sm">
            <Title order={2} size="h4">
              {form.kind === 'survey' ? 'Survey' : 'Contact form'}
            </Title>
            <Badge variant="light" color="gray" tt="none" radius="sm" className="db-figures">
              {form.submissions === 1 ? '1 submission' : `${form.submissions.toLocaleString()} submissions`}
            </Badge>
          </Group>
          <AutoGrid min={360} fill align="start">
            <Days days={form.days} />
            {form.questions
              .filter(({ type }) => form.kind === 'survey' || type !== 'text')
              .map((question) => (
                <QuestionChart key={question.name} question={question} />
              ))}
          </AutoGrid>
        </section>
      ))}
    </Stack>
  );
}

function Days({ days }: { days: FormResults['days'] }) {
  const shown = days.slice(-60);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  return (
    <Surface component="figure" style={{ margin: 0 }}>
      <Text component="figcaption" fw={600} size="sm" mb="sm">
        By day
      </Text>
      <div
        className={styles.days}
        role="img"
        aria-label={shown.map(({ day, count }) => `${day}: ${count}`).join(', ')}
      >
        {shown.map(({ day, count }) => (
          <div
            key={day}
            className={styles.day}
            style={{ height: `${(100 * count) / most}%` }}
            title={`${day}: ${count}`}
          />
        ))}
      </div>
      <Group justify="space-between" mt={4}>
        <Text size="xs" c="dimmed" className="db-figures">
          {shown[0]?.day}
        </Text>
        {shown.length > 1 && (
          <Text size="xs" c="dimmed" className="db-figures">
            {shown.at(-1)!.day}
          </Text>
        )}
      </Group>
    </Surface>
  );
}

function QuestionChart({ question }: { question: Question }) {
  const { label, type, answered, average, counts, latest } = question;
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <Surface component="figure" style={{ margin: 0 }}>
      <Text component="figcaption" fw={600} size="sm">
        {label}
      </Text>
      <Text size="xs" c="dimmed" mb="sm" className="db-figures">
        {answered === 1 ? '1 answer' : `${answered.toLocaleString()} answers`}
        {average === null ? '' : `, ${average.toLocaleString()} of 5 on average`}
      </Text>
      {type === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard
        <ul className={styles.said} tabIndex={0} aria-label={`Latest answers to ${label}`}>
          {latest.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: answers may be the same and never change places
            <li key={at} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      ) : (
        <table className={styles.bars} aria-label={label}>
          <tbody>
            {counts.map(({ answer, count }) => (
              <tr key={answer}>
                <th scope="row" dir="auto">
                  {type === 'rating' ? `${answer} ${answer === '1' ? 'star' : 'stars'}` : answer}
                </th>
                <td>
                  <Group gap={8} wrap="nowrap">
                    <div className={styles.bar} style={{ width: `${(64 * count) / most}%` }} aria-hidden />
                    <Text size="xs" component="span" className="db-figures">
                      {count.toLocaleString()} (
                      {Math.round((100 * count) / Math.max(1, answered)).toLocaleString()} %)
                    </Text>
                  </Group>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Surface>
  );
}

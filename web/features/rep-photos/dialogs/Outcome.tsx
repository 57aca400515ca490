import { Alert, List, Text } from '@mantine/core';

interface OutcomeProps {
  summary: { successful: number; failed: number; skipped: number };
  failed: readonly { email: string; error: string }[];
}

/** What became of many photos, and why some were not added. */
export const Outcome = ({ summary, failed }: OutcomeProps) => (
  <Alert color={summary.failed > 0 ? 'amber' : 'green'} variant="light" role="status" aria-label="Results">
    <Text size="sm" className="db-figures">
      Successful: {summary.successful}. Failed: {summary.failed}. Skipped: {summary.skipped}.
    </Text>
    {failed.length > 0 && (
      <List size="sm" mt={8}>
        {failed.map(({ email, error }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may name the same rep
          <List.Item key={at} className="db-wrap">
            {email || 'A row without email'}: {error}
          </List.Item>
        ))}
      </List>
    )}
  </Alert>
);

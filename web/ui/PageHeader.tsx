import { Box, Flex, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  /** One line of what the page is for. */
  description?: ReactNode;
  /** The primary action, at the right; last where there are several. */
  actions?: ReactNode;
  /** The document's title where it differs from the heading. */
  documentTitle?: string;
}

/** The top of a page: title, purpose, primary action. Sets the document's title. */
export function PageHeader({ title, description, actions, documentTitle = title }: PageHeaderProps) {
  return (
    <Group component="header" gap="12px 24px" align="flex-start" mb={20}>
      <title>{`${documentTitle} · Dealbell`}</title>
      <Box className="db-wrap" flex="1 1 240px" miw={0}>
        <Title order={1} textWrap="balance">
          {title}
        </Title>
        {description && (
          <Text c="dimmed" size="sm" mt={2}>
            {description}
          </Text>
        )}
      </Box>
      {actions && (
        <Flex gap={8} wrap="wrap">
          {actions}
        </Flex>
      )}
    </Group>
  );
}

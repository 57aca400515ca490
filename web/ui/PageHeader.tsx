import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

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
    <header className={styles.header}>
      <title>{`${documentTitle} · Dealbell`}</title>
      <div className={styles.words}>
        <Title order={1} textWrap="balance">
          {title}
        </Title>
        {description && (
          <Text c="dimmed" size="sm" mt={2}>
            {description}
          </Text>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

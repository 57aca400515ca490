import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import styles from './webhooks.module.css';

interface CopyFieldProps {
  /** What it is: 'Address'. */
  label: string;
  value: string;
  /** Several lines, as they are. */
  block?: boolean;
}

/** A text to be copied as it is. */
export function CopyField({ label, value, block = false }: CopyFieldProps) {
  return (
    <div className={styles.copy} data-block={block || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard */}
      <section className={styles.copyText} tabIndex={0} aria-label={label}>
        {value}
      </section>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'green' : 'gray'}
              onClick={copy}
              aria-label={copied ? `${label} copied` : `Copy ${label.toLowerCase()}`}
            >
              {copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}

import { Box, Checkbox, Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { Link } from 'react-router';
import { leadName, phoneText } from '#web/ui/lead-text.ts';
import { money } from '../shared/format.ts';
import { useAgents, useLeadSettings } from '../shared/lookups.ts';
import { personName, statusOf } from '../shared/names.ts';
import { StatusBadge } from '../shared/StatusBadge.tsx';
import { type LeadTableProps, useMoreNear } from './LeadTable.tsx';
import styles from './table.module.css';

type LeadCardsProps = Pick<LeadTableProps, 'leads' | 'selection' | 'hasMore' | 'onMore' | 'readOnly'>;

const cardHeight = 92;

/** The leads on a phone: a card each, drawn only where they are in view. */
export function LeadCards({ leads, selection, hasMore, onMore, readOnly }: LeadCardsProps) {
  const { statuses } = useLeadSettings();
  const agents = useAgents();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: leads.length + (hasMore ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight,
    overscan: 8,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  useMoreNear(items.at(-1)?.index ?? 0, leads.length, hasMore, onMore);
  return (
    // What scrolls can be reached by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section ref={scroller} className={styles.cards} tabIndex={0} aria-label="Leads">
      <Box component="ul" className="db-list" pos="relative" style={{ blockSize: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const lead = leads[index];
          const style = { transform: `translateY(${start}px)`, blockSize: cardHeight };
          if (!lead)
            return (
              <li key={key} className={styles.card} style={style} aria-label="Loading more leads">
                <Skeleton h={14} w="70%" />
              </li>
            );
          const name = leadName(lead);
          const words = (
            <>
              <span className={styles.cardLine}>
                <bdi className={styles.link}>{name}</bdi>
                <StatusBadge status={statusOf(statuses, lead.status)} />
              </span>
              <span className={styles.cardLine}>
                <span className="db-figures">{lead.phone ? phoneText(lead.phone) : lead.email || '–'}</span>
                {lead.dealAmount !== null && <span className="db-figures">{money(lead.dealAmount)}</span>}
              </span>
              <Box component="span" className={`${styles.cardLine} db-note`} lh={1.3}>
                <span>{personName(agents, lead.ownerId)}</span>
                <span>{lead.tags.slice(0, 2).join(', ')}</span>
              </Box>
            </>
          );
          return (
            <li
              key={lead.id}
              className={styles.card}
              data-selected={selection.has(lead.id) || undefined}
              style={style}
            >
              <Checkbox
                aria-label={`Select ${name}`}
                checked={selection.has(lead.id)}
                onChange={() => selection.select(index, false)}
              />
              {readOnly ? (
                <div className={styles.cardWords}>{words}</div>
              ) : (
                <Link to={`/leads/${lead.id}`} className={styles.cardWords}>
                  {words}
                </Link>
              )}
            </li>
          );
        })}
      </Box>
    </section>
  );
}

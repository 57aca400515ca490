import { Group, Paper } from '@mantine/core';

/*
 * What Mantine's own parts (Stack, Group, Flex, SimpleGrid, Box with its style props) lack, or what every screen
 * would have to spell out. A screen takes these before it writes a style sheet of its own.
 */

/** A framed surface: a card of a page. `<Surface component="section" aria-label="Rules">…</Surface>` */
export const Surface = Paper.withProps({
  radius: 'lg',
  p: '18px 20px',
  miw: 0,
  bd: '1px solid var(--db-line)',
  bg: 'var(--db-surface)',
});

/** The line over a list with its search, choices and switches. */
export const Toolbar = Group.withProps({ gap: '10px 16px', mb: 16 });

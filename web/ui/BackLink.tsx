import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Above a page's title: the list that the page belongs to. `<BackLink to="/leads">Leads</BackLink>` */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Anchor
    component={Link}
    to={to}
    size="sm"
    c="dimmed"
    underline="hover"
    display="inline-flex"
    mb={8}
    style={{ alignItems: 'center', gap: 4 }}
  >
    <IconArrowLeft size={15} aria-hidden="true" /> {children}
  </Anchor>
);

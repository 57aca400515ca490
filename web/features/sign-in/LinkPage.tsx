import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AuthLayout } from './AuthLayout.tsx';

/** The token of the link by which somebody came from a mail; empty where there is none. */
export const tokenOfLink = (): string => new URLSearchParams(location.search).get('token') ?? '';

interface LinkPageProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
}

/** A page that a mail leads to; from each of them one can go on to the sign-in. */
export function LinkPage(props: LinkPageProps) {
  return (
    <AuthLayout
      {...props}
      footer={
        <Anchor component={Link} to="/login" size="sm">
          Go to the sign-in
        </Anchor>
      }
    >
      {props.children}
    </AuthLayout>
  );
}

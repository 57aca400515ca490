import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { refusalOf } from '#web/app/access.ts';
import { areaOf } from '#web/app/navigation.ts';
import { useSignedIn } from '#web/app/session.ts';

const actions = [
  { label: 'Add a user', to: '/users?user=new', primary: false },
  { label: 'Design a sign', to: '/content-creator', primary: true },
];

/** What people come to do; only what is built and allowed. */
export function QuickActions() {
  const { user } = useSignedIn();
  return actions
    .filter(({ to }) => {
      const area = areaOf(new URL(to, location.origin).pathname);
      return area && !refusalOf(area.access, user);
    })
    .map(({ label, to, primary }) => (
      <Button key={to} component={Link} to={to} variant={primary ? 'filled' : 'default'}>
        {label}
      </Button>
    ));
}
